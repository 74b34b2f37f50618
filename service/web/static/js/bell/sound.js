/** Two short tones, made by the browser. It stays silent until the visitor has pressed something on the page. */

const TONES = /** @type {const} */ ([[659, 0], [880, 0.12]]);

export function beep() {
  try {
    const context = new AudioContext();
    for (const [frequency, after] of TONES) {
      const tone = new OscillatorNode(context, { type: "sine", frequency });
      const loudness = new GainNode(context, { gain: 0 });
      const begin = context.currentTime + after;
      loudness.gain.linearRampToValueAtTime(0.12, begin + 0.01);
      loudness.gain.exponentialRampToValueAtTime(0.001, begin + 0.3);
      tone.connect(loudness).connect(context.destination);
      tone.start(begin);
      tone.stop(begin + 0.3);
    }
    setTimeout(() => context.close(), 1000);
  } catch {
    // There is no sound here.
  }
}
