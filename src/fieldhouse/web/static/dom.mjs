// Small words that every module uses.

export const $ = (query, root = document) => root.querySelector(query);
export const all = (query, root = document) => [...root.querySelectorAll(query)];
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Remember something in this browser only, or recall it. */
export const kept = (name, value) => {
  try {
    if (value === undefined) return localStorage.getItem(name);
    localStorage.setItem(name, value);
  } catch { /* storage may be forbidden */ }
  return value;
};

/** Say it to a screen reader. */
export function announce(words) {
  const live = $('#live');
  if (live) live.textContent = words;
}

// The person's share in the dice: made here, so that the server could not choose it.
export function fillNonces(root = document) {
  for (const field of all('input[name="nonce"]', root)) {
    if (!field.value) {
      field.value = [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('');
    }
  }
}

export function localTimes(root = document) {
  for (const time of all('time[data-local]', root)) {
    time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  }
}
