import { officialRegistry, type RegistryAbout } from '../../../shared/config/registry.ts'
import { registryPage } from '../../strings/servers/registry-page.ts'

const words = registryPage.publisher

/** A record's publisher, and how the registry proved it. Of their own text, only letters, digits, dots and hyphens. */
export type RecordPublisher = { who: string; proof: string }

/** The publisher: the part of a record's name before the slash. Only the official registry is known to check it. */
export function publisherOf({ name }: Pick<RegistryAbout, 'name'>, registry: string): RecordPublisher {
  const namespace = name.slice(0, name.indexOf('/'))
  if (registry !== officialRegistry) return { who: words.claimed(namespace), proof: words.provedBy.claimed }
  const [, account] = /^io\.github\.([^.]+)$/i.exec(namespace) ?? []
  if (account !== undefined) return { who: words.github(account), proof: words.provedBy.github }
  return { who: words.domain(namespace.split('.').toReversed().join('.')), proof: words.provedBy.domain }
}

/** A name for headings: the part of the record's name after the slash. */
export const shortName = (name: string): string => name.slice(name.indexOf('/') + 1)

/** The ID, or with the publisher's last part in front if another server has it. */
export function suggestedId(id: string, name: string, taken: readonly string[]): string {
  if (!taken.includes(id)) return id
  const last = name.slice(0, name.indexOf('/')).split('.').at(-1) ?? ''
  return `${last}-${id}`.replace(/^[^A-Za-z0-9]+/, '').slice(0, 60)
}

/** The host of a registry's URL, for sentences. */
export const hostOfRegistry = (url: string): string => URL.parse(url)?.host ?? url
