// Six short sounds made here, behind the speaker in the header. Nothing is heard before somebody switched it on.

import { $, kept } from './dom.mjs';

let room;
const open = () => { room ??= new AudioContext(); return room; };
export const loud = () => kept('sound') === 'on';

function tone(pitch, at, length, volume = 0.1, shape = 'sine', to = pitch) {
  const now = room.currentTime + at, voice = room.createOscillator(), gain = room.createGain();
  voice.type = shape;
  voice.frequency.setValueAtTime(pitch, now);
  voice.frequency.exponentialRampToValueAtTime(to, now + length);
  gain.gain.setValueAtTime(volume, now);
  gain.gain.exponentialRampToValueAtTime(0.0008, now + length);
  voice.connect(gain).connect(room.destination);
  voice.start(now);
  voice.stop(now + length);
}

function noise(at, length, volume, pitch, width = 1) {
  const now = room.currentTime + at, size = Math.ceil(room.sampleRate * length);
  const buffer = room.createBuffer(1, size, room.sampleRate), data = buffer.getChannelData(0);
  for (let i = 0; i < size; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / size);
  const source = room.createBufferSource(), filter = room.createBiquadFilter(), gain = room.createGain();
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = width;
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(room.destination);
  source.start(now);
}

// Each is over within a second and peaks well below the loudest a speaker takes (`tests/web/test_sound.py` renders them).
const SOUNDS = {
  snap: () => { noise(0, 0.08, 0.7, 900); tone(150, 0, 0.12, 0.3, 'triangle', 70); },
  card: () => noise(0, 0.09, 0.6, 2600, 0.7),
  dice: () => { for (const at of [0, 0.07, 0.13, 0.22]) noise(at, 0.04, 0.9, 3200 - at * 4000, 3); },
  whistle: () => { for (const at of [0, 0.05, 0.1, 0.15]) tone(2300, at, 0.06, 0.16, 'square', 2450); },
  crowd: () => noise(0, 0.9, 0.6, 700, 0.4),
  touchdown: () => { noise(0, 0.95, 0.6, 800, 0.4); [392, 523, 659, 784].forEach((pitch, n) => tone(pitch, n * 0.13, 0.35, 0.16, 'triangle')); },
  turn: () => { tone(660, 0, 0.25, 0.16); tone(880, 0.12, 0.25, 0.16); },
};

export function play(name) {
  if (!loud() || !SOUNDS[name]) return;
  open();
  SOUNDS[name]();
}

/** The speaker in the header. */
export function speaker() {
  const button = $('[data-sound]');
  const show = () => button.setAttribute('aria-pressed', String(loud()));
  button.hidden = false;
  button.addEventListener('click', () => { kept('sound', loud() ? 'off' : 'on'); show(); play('turn'); });
  show();
}
