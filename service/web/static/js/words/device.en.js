/** The words of the page on which another device opens an account, in English. @type {Record<string, import("../words.js").Entry>} */
export default {
  "device.page": "Your account on this device",
  "device.hint": "On the device you are signed in on, open “Your account” and choose “Sign in on another device”. Type the code it shows.",
  "device.code": "Code from the other device",
  "device.look": "Go on",
  "device.question": "Sign in as {name}?",
  "device.other": "This browser is signed in as {name}. It will be signed out first: without a passkey or a recovery code nobody gets back to that account.",
  "device.only-yours": "Go on only if you made the code yourself. With somebody else’s code you would play in their account, and they would see everything you do there.",
  "device.open": "Sign in as {name}",
  "device.change": "Sign out {other}, sign in as {name}",
  "device.no": "No, leave it",
  "device.already": "You are signed in as {name} on this device.",
  "device.games": "To the games",
};
