// A bad network, as a page meets it: `fetch` whose requests and answers are late, lost, cut and repeated, by a seed.
// A classic script, so that a browser can run it before the page's own, and node, too.
(() => {
  /** Numbers in [0, 1) that follow from a seed (mulberry32). @param {number} seed */
  const numbers = (seed) => () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

  /**
   * Returns a `fetch` on a bad network.
   * @param {typeof fetch} real @param {number} seed @param {number} [delayMax] milliseconds
   */
  function jittered(real, seed, delayMax = 250) {
    const chance = numbers(seed);
    const late = () => sleep(chance() < 0.5 ? chance() * 20 : chance() * delayMax);
    const state = { underWay: 0, lost: 0, cut: 0, repeated: 0, requests: 0, isOn: true };

    /** @param {any} input @param {RequestInit} [init] */
    const fetchJittered = async (input, init = {}) => {
      if (!state.isOn || !String(input?.url ?? input).includes("/v1/")) return real(input, init);
      state.requests += 1;
      state.underWay += 1;
      try {
        await late();
        if (chance() < 0.03) {
          state.lost += 1;
          throw new TypeError("the request was lost");
        }
        const isStream = String(input?.url ?? input).includes("/stream");
        const isRepeated = !isStream && chance() < 0.05;
        const first = real(input, init);
        if (isRepeated) {
          // The same request arrives twice, and the answer to the first one is the one that is lost.
          state.repeated += 1;
          await first.then((answer) => answer.text());
        }
        const answer = await (isRepeated ? real(input, init) : first);
        if (isStream) return answer.ok ? flowing(answer) : answer;
        const body = await answer.text();
        await late();
        if (chance() < 0.03) {
          state.lost += 1;
          throw new TypeError("the answer was lost");
        }
        return new Response(answer.status === 204 ? null : body, { status: answer.status, headers: answer.headers });
      } finally {
        state.underWay -= 1;
      }
    };

    /** The stream with pieces that are late and repeated, and that is cut now and then. @param {Response} answer */
    const flowing = (answer) => {
      const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
      const decoder = new TextDecoder();
      const encoder = new TextEncoder();
      let rest = "";
      const body = new ReadableStream({
        async pull(controller) {
          const { value, done } = await reader.read();
          if (done) return controller.close();
          state.underWay += 1;
          try {
            await late();
            if (chance() < 0.05) {
              state.cut += 1;
              await reader.cancel();
              return controller.error(new TypeError("the stream was cut"));
            }
            rest += decoder.decode(value, { stream: true });
            const end = rest.lastIndexOf("\n") + 1;
            const lines = rest.slice(0, end);
            rest = rest.slice(end);
            controller.enqueue(encoder.encode(chance() < 0.1 ? lines + lines : lines));
          } finally {
            state.underWay -= 1;
          }
        },
        cancel: (reason) => reader.cancel(reason),
      });
      return new Response(body, { status: answer.status, headers: answer.headers });
    };
    return { fetch: fetchJittered, state };
  }

  /** @type {any} */ (globalThis).jittered = jittered;
})();
