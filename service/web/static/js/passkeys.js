/** Passkeys: the browser asks the person's device, and the service judges what it answers. Loaded only when it is used. */
import * as api from "./api.js";
import { beginSession } from "./session.js";
import { t } from "./words.js";

const PLACE = "/v1/session/passkeys";

/** Makes a passkey for the account of this session. @throws {api.Problem} */
export async function makePasskey() {
  const { options } = await api.post(`${PLACE}/registrations`, {}, { key: null });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await asked(() => navigator.credentials.create({ publicKey }));
  return api.post(PLACE, { credential: credential.toJSON() }, { key: null });
}

/** Signs in with a passkey that the person chooses. @throws {api.Problem} */
export async function signInWithPasskey() {
  const { options } = await api.post(`${PLACE}/challenges`, {}, { key: null });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await asked(() => navigator.credentials.get({ publicKey }));
  return beginSession({ passkey: credential.toJSON() });
}

/**
 * What the device answers. A person who says no, or a device that cannot, is a problem like any other.
 * @param {() => Promise<Credential | null>} ask
 * @returns {Promise<any>}
 */
async function asked(ask) {
  try {
    return await ask();
  } catch (error) {
    const isKnown = error instanceof DOMException && error.name === "InvalidStateError";
    throw new api.Problem({ code: "passkey/refused", detail: t(isKnown ? "account.passkey-known" : "account.passkey-failed") }, 403);
  }
}
