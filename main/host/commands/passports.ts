import type { Handlers } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { canonical } from '../../../shared/schema/canonical.ts'
import { defined, ownOf } from '../../../shared/schema/json.ts'
import { passportCandidate, plain, readPassport } from '../passport/read-passport.ts'
import { passportWords as words } from '../passport/words.ts'
import { writePassport } from '../passport/write-passport.ts'
import { ExportFiles } from './export-files.ts'
import type { HostParts, SourceSteps } from './parts.ts'

/** Writes, saves and checks passports. `addServer` uses them. */
export function passportHandlers({ journal, reader, heads, redaction, platform }: HostParts) {
  const files = new ExportFiles(platform.dataDirectory)
  return {
    getPassport: async ({ server }) => {
      const config = ownOf(journal.state.configured.servers, server)
      if (!config) throw new HostError('not-found', words.noServer(server))
      const [facts, history] = await Promise.all([
        reader.ask('passportFacts', server),
        reader.ask('serverHistory', { server }),
      ])
      const sources = {
        server,
        state: journal.state,
        facts,
        trustedAt: history.trusted?.at,
        release: platform.app.version,
        at: Date.now(),
        redact: (text: string) => redaction.text(text),
      }
      const signed = heads.signPassport((key) => writePassport(sources, key))
      if (!signed) throw new HostError('unavailable', words.noKey)
      const body: object = JSON.parse(signed.body)
      const text = canonical(plain({ ...body, signature: signed.signature }))
      return { ...readPassport(text), text }
    },
    savePassport: async ({ text }) => {
      const { passport } = readPassport(text)
      const name = passport.server.id.replaceAll(/[^A-Za-z0-9_-]/g, '-')
      return files.write(`atrium-passport-${name}`, 'json', `${text.trim()}\n`)
    },
    checkPassport: async ({ text }) => {
      const checked = readPassport(text)
      const isOwn = checked.passport.key === heads.key
      return { ...checked, isOwn, candidate: passportCandidate(checked, text.trim()) }
    },
  } satisfies Partial<Handlers>
}

/**
 * Records the passport that a server is added with: its part that first lists are compared with. Throws `bad-input` if it
 * can't be read.
 */
export const passportSteps: SourceSteps = async ({ id: server, passport: text, actor }, { journal }, carryOut) => {
  if (text === undefined) return carryOut()
  const { passport, fingerprint } = readPassport(text)
  const items = Object.fromEntries(passport.offers.definitions.map(({ item, hash }) => [item, hash]))
  const { reached } = passport.server
  const sha256 = reached.type === 'stdio' ? reached.trusted?.sha256 : undefined
  const taken = { key: passport.key, fingerprint, items, ...defined({ sha256 }) }
  // On disk before the server exists: a crash in between can't leave the server without its passport.
  journal.append({ type: 'server.passport', server, passport: taken, actor })
  await journal.durable()
  try {
    await carryOut()
  } catch (error) {
    if (!ownOf(journal.state.configured.servers, server))
      journal.append({ type: 'server.passport', server, passport: null, actor })
    throw error
  }
}
