import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { RuleDraft } from '../../../../shared/rules/rules.ts'
import type { HostState } from '../../../../shared/state/state.ts'
import type { Atrium } from '../../../support/atrium.ts'
import type { Person } from '../../../support/person.ts'

/** The line that has the model of the tests call a tool. */
export const line = (name: string, input: JsonObject): string => `!tool ${name} ${JSON.stringify(input)}`

/** The hash of the definition that a person is shown. */
export const definitionOf = (person: Person, server: string, tool: string): string => {
  const hash = person.state.servers[server]?.tools[tool]?.hash
  if (hash === undefined) throw new Error(`${server} has no tool ${tool}.`)
  return hash
}

/** A rule for every conversation that lets this tool through as it is now. */
export const permission = (person: Person, server: string, tool: string, rest: Partial<RuleDraft> = {}): RuleDraft => ({
  ...{ effect: 'allow', scope: 'always', server, tool, definition: definitionOf(person, server, tool) },
  ...{ conditions: [], destructive: true, flows: false },
  ...rest,
})

/** Says it, and waits until its turn has ended. */
export async function say(atrium: Atrium, text: string, conversation?: string) {
  const sent = await atrium.person.link.call('sendMessage', {
    text,
    ...(conversation !== undefined && { conversation }),
  })
  const end = await atrium.person.event('turn.finished', ({ turn }) => turn === sent.turn)
  return { ...sent, end }
}

/** Questions about calls that were opened, in order. */
export const asked = ({ person }: Atrium) =>
  person.all('ask.opened').flatMap(({ ask }) => (ask.kind === 'approval' ? [ask] : []))

/** How the calls ended, in the order in which they did. */
export const outcomes = ({ person }: Atrium) => person.all('call.finished').map(({ outcome }) => outcome)

/** What the last request to the model ends with. */
export const lastSent = (atrium: Atrium): string => JSON.stringify(atrium.requests.at(-1)?.body.messages.at(-1))

/** The rules that stand now, whatever a feed is still to tell. */
export function rulesOf(atrium: Atrium): HostState['rules'] {
  const fresh = atrium.join('read', 'web:look')
  fresh.leave()
  return fresh.state.rules
}
