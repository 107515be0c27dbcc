import type { TemplateEntry } from '../../../shared/content/listed.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import type { HostState } from '../../../shared/state/state.ts'
import {
  parseTemplate,
  variablesOf,
  type TemplateValue,
  type TemplateVariable,
} from '../../../shared/schema/uri-template.ts'
import { keyOf, wordsOf } from './resource-tree.ts'

/** A template of a ready server; `key` is its own among all. */
export type OfferedTemplate = { key: string; server: string; serverName: string; entry: TemplateEntry }

/** The templates of every ready server, by its name. */
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

/** Those in which every word stands somewhere. */
export function findTemplates(templates: OfferedTemplate[], query: string): OfferedTemplate[] {
  const words = wordsOf(query)
  return templates.filter(({ serverName, entry: { name, title = '', template, description } }) => {
    const text = `${serverName}\n${name}\n${title}\n${template}\n${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** What can be filled in of a template, or why nothing can. */
export function readTemplate(text: string) {
  const read = parseTemplate(text)
  return 'problem' in read ? read : { template: read.template, variables: variablesOf(read.template) }
}

/** What was typed as the values of a template: of one that takes several, each line is one. What is empty is left out. */
export function valuesOf(variables: TemplateVariable[], typed: Record<string, string>): Record<string, TemplateValue> {
  return Object.fromEntries(
    variables.flatMap(({ name, explode }): [string, TemplateValue][] => {
      const text = typed[name] ?? ''
      if (text === '') return []
      return [[name, explode ? text.split('\n').filter((line) => line !== '') : text]]
    }),
  )
}
