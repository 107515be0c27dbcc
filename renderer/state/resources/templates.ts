import type { TemplateEntry } from '../../../shared/content/listed.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import type { HostState } from '../../../shared/state/state.ts'
import {
  parseTemplate,
  templateVariables,
  type TemplateValue,
  type TemplateVariable,
} from '../../../shared/schema/uri-template.ts'
import { keyOf, searchWords } from './resource-tree.ts'

/** A ready server's template; `key` is unique across servers. */
export type OfferedTemplate = { key: string; server: string; serverName: string; entry: TemplateEntry }

/** Every ready server's templates, by server name. */
export const offeredTemplates = ({ configured, servers }: Pick<HostState, 'configured' | 'servers'>) =>
  Object.entries(servers)
    .flatMap(([server, { status, templates }]) =>
      status.state !== 'ready'
        ? []
        : Object.values(templates?.items ?? {}).map((entry): OfferedTemplate => ({
            key: keyOf(server, entry.template),
            server,
            serverName: displayName(server, configured.servers[server]),
            entry,
          })),
    )
    .toSorted((a, b) => a.serverName.localeCompare(b.serverName))

/** Templates that contain every word. */
export function findTemplates(templates: OfferedTemplate[], query: string): OfferedTemplate[] {
  const words = searchWords(query)
  return templates.filter(({ serverName, entry: { name, title = '', template, description } }) => {
    const text = `${serverName}\n${name}\n${title}\n${template}\n${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** A template's variables, or why it can't be filled in. */
export function readTemplate(text: string) {
  const read = parseTemplate(text)
  return 'problem' in read ? read : { template: read.template, variables: templateVariables(read.template) }
}

/** The typed values of a template: for variables that take several, one per line. Leaves out empty ones. */
export function templateValues(
  variables: TemplateVariable[],
  typed: Record<string, string>,
): Record<string, TemplateValue> {
  return Object.fromEntries(
    variables.flatMap(({ name, explode }): [string, TemplateValue][] => {
      const text = typed[name] ?? ''
      if (text === '') return []
      return [[name, explode ? text.split('\n').filter((line) => line !== '') : text]]
    }),
  )
}
