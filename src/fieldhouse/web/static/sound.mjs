// Seven short sounds, synthesized here. They are off until somebody turns them on with the button in the header.

import { must, preference, setPreference } from './dom.mjs';

/** @typedef {'snap' | 'card' | 'dice' | 'whistle' | 'crowd' | 'touchdown' | 'turn'} Sound */

/** @type {AudioContext | undefined} */
let opened;
const audio = () => { opened ??= new AudioContext(); return opened; };

const isOn = () => preference('sound') === 'on';

/** Play a tone that may glide to another pitch.
 * @param {number} pitch
 * @param {number} at seconds from now
 * @param {number} length
 * @param {number} [volume]
 * @param {OscillatorType} [shape]
 * @param {number} [to] the pitch at its end
 */
function tone(pitch, at, length, volume = 0.1, shape = 'sine', to = pitch) {
  const now = audio().currentTime + at, voice = audio().createOscillator(), gain = audio().createGain();
  voice.type = shape;
  voice.frequency.setValueAtTime(pitch, now);
  voice.frequency.exponentialRampToValueAtTime(to, now + length);
  gain.gain.setValueAtTime(volume, now);
  gain.gain.exponentialRampToValueAtTime(0.0008, now + length);
  voice.connect(gain).connect(audio().destination);
  voice.start(now);
  voice.stop(now + length);
}

/** Play filtered noise that fades out.
 * @param {number} at seconds from now
 * @param {number} length
 * @param {number} volume
 * @param {number} pitch
 * @param {number} [width]
 */
function noise(at, length, volume, pitch, width = 1) {
  const now = audio().currentTime + at, size = Math.ceil(audio().sampleRate * length);
  const buffer = audio().createBuffer(1, size, audio().sampleRate), data = buffer.getChannelData(0);
  for (let i = 0; i < size; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / size);
  const source = audio().createBufferSource(), filter = audio().createBiquadFilter(), gain = audio().createGain();
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = width;
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(audio().destination);
  source.start(now);
}

// Each is over within a second and peaks well below the loudest a speaker takes (`tests/web/test_sound.py`).
/** @type {Record<Sound, () => void>} */
const SOUNDS = {
  snap: () => { noise(0, 0.08, 0.7, 900); tone(150, 0, 0.12, 0.3, 'triangle', 70); },
  card: () => noise(0, 0.09, 0.6, 2600, 0.7),
  dice: () => { for (const at of [0, 0.07, 0.13, 0.22]) noise(at, 0.04, 0.9, 3200 - at * 4000, 3); },
  whistle: () => { for (const at of [0, 0.05, 0.1, 0.15]) tone(2300, at, 0.06, 0.16, 'square', 2450); },
  crowd: () => noise(0, 0.9, 0.6, 700, 0.4),
  touchdown: () => {
    noise(0, 0.95, 0.6, 800, 0.4);
    [392, 523, 659, 784].forEach((pitch, n) => tone(pitch, n * 0.13, 0.35, 0.16, 'triangle'));
  },
  turn: () => { tone(660, 0, 0.25, 0.16); tone(880, 0.12, 0.25, 0.16); },
};

/** Play a sound, if sound is on.
 * @param {Sound} name
 */
export function play(name) {
  if (!isOn() || !SOUNDS[name]) return;
  SOUNDS[name]();
}

/** Set up the speaker button in the header. */
export function setUpSoundButton() {
  const button = must('[data-sound]');
  const show = () => button.setAttribute('aria-pressed', String(isOn()));
  button.hidden = false;
  button.addEventListener('click', () => { setPreference('sound', isOn() ? 'off' : 'on'); show(); play('turn'); });
  show();
}
