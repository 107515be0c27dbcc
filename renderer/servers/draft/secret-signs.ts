/** The last word of a name that stands for a secret, as in GITHUB_TOKEN, X-API-Key, clientSecret. */
const secretWord =
  /^(\w*(token|secret|password|passwd|apikey|passphrase)|key|pass|pwd|pat|credentials?|authorization|auth|bearer|cookie)$/

/** Whether something of this name is usually a secret. */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  return secretWord.test(words.at(-1) ?? '')
}

const secretValues = [
  /^(bearer|basic|token)\s+\S/i,
  /^(sk|pk|rk)[-_]\w{4}|^gh[opsur]_|^github_pat_|^glpat-|^xox[abeprs]-|^AKIA[0-9A-Z]{12}|^AIza|^eyJ[\w-]+\.|^-----BEGIN /,
  // A password within an address.
  /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:[^/\s@]+@/i,
  // Long, of letters and digits, and no word, path or address.
  /^(?=[^\d]*\d)(?=[^a-z]*[a-z])[\w+=~-]{24,}$/i,
]

/** Whether a value has the form of a secret: a well-known prefix, a password in an address, or much chance in it. */
export const isSecretValue = (value: string): boolean => secretValues.some((sign) => sign.test(value))
