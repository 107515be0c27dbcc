import type { Candidate, NamedTemplate } from '../../../shared/config/candidate.ts'
import { longestPassport, passportVersion, signedPassport } from '../../../shared/config/passport.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { CheckedPassport } from '../../../shared/contract/passport-commands.ts'
import { canonical } from '../../../shared/schema/canonical.ts'
import { defined, isObject, parseJson } from '../../../shared/schema/json.ts'
import { fingerprintOf, isPassportSigned } from '../journal/chain/heads.ts'
import { withHome } from './portable.ts'
import { passportWords as words } from './words.ts'

/**
 * A passport whose signature fits its key. Throws `bad-input` with a sentence for anything else. Its form comes before
 * its signature: only a text that is exactly the canonical JSON of what it says has one meaning, so repeated names, for
 * example, are refused.
 */
export function readPassport(text: string): CheckedPassport {
  const trimmed = text.trim()
  if (trimmed.length > longestPassport) throw refused(words.tooLarge)
  const value = parseJson(trimmed)
  if (value === undefined) throw refused(words.cut)
  const version = isObject(value) ? value['atriumPassport'] : undefined
  if (typeof version === 'number' && version !== passportVersion)
    throw refused(words.version(String(version), passportVersion))
  const parsed = signedPassport.safeParse(value)
  if (!parsed.success) throw refused(words.malformed(placeOf(parsed.error.issues[0]?.path)))
  const passport = parsed.data
  if (canonical(plain(passport)) !== trimmed) throw refused(words.rewritten)
  const { signature, ...body } = passport
  if (!isPassportSigned(canonical(plain(body)), body.key, signature)) throw refused(words.unsigned)
  return { passport, fingerprint: fingerprintOf(body.key) }
}

/** A passport's server, with this user's home folder. The values that the passport doesn't contain are asked for. */
export function passportCandidate({ passport, fingerprint }: CheckedPassport, text: string): Candidate {
  const { id, name, reached } = passport.server
  const named = reached.type === 'http' ? reached.headers : reached.env
  const templates = named.map((it): NamedTemplate => ({ ...it, value: [{ ask: it.name }] }))
  return {
    id,
    ...defined({ name }),
    launch:
      reached.type === 'http'
        ? { type: 'http', url: [reached.url], headers: templates }
        : {
            type: 'stdio',
            command: [withHome(reached.command)],
            args: reached.args.map((word) => [withHome(word)]),
            env: templates,
            ...(reached.cwd !== undefined && { cwd: [withHome(reached.cwd)] }),
          },
    questions: named.map((it) => ({ id: it.name, label: it.name, secret: it.secret, required: true })),
    origin: { passport: { text, fingerprint } },
  }
}

/** A part's position by the schema's names, because anyone can have chosen names in the text. */
const placeOf = (path: PropertyKey[] | undefined): string => path?.map(String).join('.').slice(0, 100) || 'its names'

const refused = (sentence: string): HostError => new HostError('bad-input', sentence)

/** A value as JSON has it, without absent members. */
export const plain = (value: object): Record<string, never> => JSON.parse(JSON.stringify(value))
