/** Generated passwords (spec section 5, decision 83). No schema library here: the wizard imports this file. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const alphabet = `${letters}0123456789!@#$%^&*()-_=+`;
export const defaultPasswordLength = 12;

const isStrong = (text: string) => [/[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9]/].every((kind) => kind.test(text));

/** A number in [0, below) without bias: values past the last full multiple are drawn again. */
function drawNumber(below: number): number {
  const limit = 256 - (256 % below);
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte);
  while ((byte[0] ?? 0) >= limit);
  return (byte[0] ?? 0) % below;
}

/**
 * A password with an upper-case letter, a lower-case letter, a digit and a symbol, drawn again until it has all four.
 * Throws a RangeError below 4 characters: no such password exists.
 */
export function generatePassword(length: number = defaultPasswordLength): string {
  if (!Number.isInteger(length) || length < 4) throw new RangeError('A password needs at least 4 characters');
  for (;;) {
    const text = Array.from({ length }, () => alphabet.charAt(drawNumber(alphabet.length))).join('');
    if (isStrong(text)) return text;
  }
}
