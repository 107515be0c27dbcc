import { existsSync } from 'node:fs'
import type { CheckedPart } from '../../../shared/contract/checkup.ts'
import type { Platform, StoreCheck } from '../platform.ts'
import { networkSettings, type NetworkSettings } from '../../../shared/config/network.ts'
import { JsonFile } from '../settings/json-file.ts'
import { checkupWords as words } from './words.ts'

/** `none` before the first start. */
export type LookedAtStore = StoreCheck | 'unreachable' | 'none'

/** Asks the secret store to keep a text and return it. Never rejects. */
export async function lookAtStore({ dataDirectory, secrets }: Platform): Promise<LookedAtStore> {
  return existsSync(dataDirectory) ? secrets.check().catch(() => 'unreachable') : 'none'
}

/** The secret store: whether it keeps and returns a text, and where. */
export function secretsPart(store: LookedAtStore): CheckedPart {
  const its = { part: 'secrets', title: words.titles.secrets } as const
  const { secrets } = words
  if (store === 'none') return { ...its, health: 'fine', text: secrets.none }
  if (store === 'unreachable') return { ...its, health: 'problem', text: secrets.failed, advice: secrets.seeKeyring }
  if (store.locked !== undefined) return { ...its, health: 'problem', text: store.locked }
  const isFile = store.kind === 'key-file' || store.hides !== undefined
  const name = store.kind === 'key-file' ? secrets.keyFile : isFile ? secrets.openFile : secrets.keyring(store.backend)
  if (!store.works) {
    const advice = isFile ? secrets.seeFolder : secrets.seeKeyring
    return { ...its, health: 'problem', text: secrets.doesNotReturn(name), advice }
  }
  if (!store.isReadable)
    return { ...its, health: 'problem', text: secrets.unreadable(name), advice: secrets.enterAgain }
  if (store.hides) return { ...its, health: 'notice', text: secrets.hides[store.hides], advice: secrets.installKeyring }
  return { ...its, health: 'fine', text: secrets.works(name) }
}

const files = ['servers.json', 'settings.json']

/** The way out that the settings file chooses; the usual one if it can't be read. */
export function chosenNetwork(dataDirectory: string): NetworkSettings {
  const content = new JsonFile(dataDirectory, 'settings.json').read()
  const { data } = networkSettings.safeParse('object' in content ? (content.object['network'] ?? {}) : {})
  return data ?? networkSettings.parse({})
}

/** Whether the hand-editable files can be read. */
export function settingsPart(dataDirectory: string): CheckedPart {
  const its = { part: 'settings', title: words.titles.settings } as const
  const read = files.map((name) => ({ name, content: new JsonFile(dataDirectory, name).read() }))
  for (const { content } of read)
    if ('problem' in content) return { ...its, health: 'problem', text: content.problem, advice: words.settings.fix }
  const there = read.flatMap(({ name, content }) => ('object' in content ? name : []))
  return { ...its, health: 'fine', text: there.length === 0 ? words.settings.none : words.settings.readable(there) }
}
