/** The last word of a secret's name, as in GITHUB_TOKEN, X-API-Key, clientSecret. */
const secretWord =
  /^(\w*(token|secret|password|passwd|apikey|passphrase)|key|pass|pwd|pw|pat|credentials?|authorization|auth|bearer|cookie)$/

/** Whether values with this name are usually secrets. */
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
  /^(sk|pk|rk)[-_]\w{4}|^gh[opsur]_|^github_pat_|^glpat-|^xox[abeprs]-|^(figd|npm|hf|ntn|lin_api|shpat|sbp|dop_v1|sntry[su])_\w{8}|^tvly-\w{8}|^AKIA[0-9A-Z]{12}|^AIza|^eyJ[\w-]+\.|^-----BEGIN /,
  // A password in a URL.
  /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:[^/\s@]+@/i,
  // Long, with letters and digits, and not a word, option, path or URL.
  /^(?!-)(?=[^\d]*\d)(?=[^a-z]*[a-z])[\w+=~-]{24,}$/i,
]

/** Whether a value looks like a secret: a known prefix, a password in a URL, or high randomness. */
export const isSecretValue = (value: string): boolean => secretValues.some((sign) => sign.test(value))

/** The beginnings of issued tokens, wherever they are in a text. */
const issued =
  /(?<![a-z0-9])((sk|pk|rk)[-_](?=[\w-]*[\dA-Z])[\w-]{8,}|gh[opsur]_\w{4}|github_pat_|glpat-|xox[abeprs]-\w{4}|(figd|npm|hf|ntn|lin_api|shpat|sbp|dop_v1|sntry[su])_(?=\w*\d)\w{8}|AKIA[0-9A-Z]{12}|AIza[\w-]{8}|eyJ[\w-]{8}|(gsk|pplx|xai|r8|fo1|secret|tok_(live|test))[-_](?=\w*[\dA-Z]|\w{20})\w{8}|dckr_[op]at_|A[TC][AC]TT3x|PMAK-\w{6}|ya29\.\w|SG\.[\w-]{6,}\.|(?!(?<same>[\da-fA-F])\k<same>{31})([\da-f]{32}|[\dA-F]{32}))/

/**
 * Whether a name contains what looks like a secret. A long name of plain words and short numbers doesn't, though the
 * same text would as a value.
 */
export function hasSecretSign(name: string): boolean {
  if (issued.test(name)) return true
  const isPlain = name
    .split(/[^A-Za-z0-9]+/)
    .every((word) => /^([a-z]{0,20}|[a-z]{0,20}\d{1,4}|\d{1,4}[a-z]{1,12})$/i.test(word))
  return !isPlain && name.split(/[^\w+=~:/@-]+/).some(isSecretValue)
}

const isSecret = (name: string, value: string): boolean => value !== '' && (isSecretName(name) || isSecretValue(value))

/** Whether a URL's query has a secret, which can't be kept in the store. */
export const hasSecretParameter = (url: string): boolean =>
  (/\?([^#]*)/.exec(url)?.[1] ?? '').split('&').some((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    return isSecret(name, value)
  })

/** Whether an argument as written is a secret, which stays readable in the configuration. */
export const hasSecretArgument = (args: readonly string[]): boolean =>
  args.some((arg, index) => isSecretWord(arg.trim(), args[index - 1]?.trim() ?? ''))

/** `--api-key=…`, `TOKEN=…`, a preceding `--token`, `Authorization: …`, or a value with a secret's form. */
function isSecretWord(word: string, before: string): boolean {
  const [name = '', value] = word.split(/(?:=|:\s)(.*)/s)
  if (value !== undefined && isSecret(name, value.trim())) return true
  return isSecretValue(word) || (before.startsWith('-') && !word.startsWith('-') && isSecret(before, value ?? word))
}
