import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { RuleDraft } from '../../../../shared/rules/rules.ts'
import type { HostState } from '../../../../shared/state/state.ts'
import type { Atrium } from '../../../support/atrium.ts'
import type { Person } from '../../../support/person.ts'

/** The line that makes the tests' model call a tool. */
export const line = (name: string, input: JsonObject): string => `!tool ${name} ${JSON.stringify(input)}`

/** The hash of the displayed definition. */
export const definitionOf = (person: Person, server: string, tool: string): string => {
  const hash = person.state.servers[server]?.tools[tool]?.hash
  if (hash === undefined) throw new Error(`${server} has no tool ${tool}.`)
  return hash
}

/** A rule for every conversation that allows this tool's current definition. */
export const permission = (person: Person, server: string, tool: string, rest: Partial<RuleDraft> = {}): RuleDraft => ({
  effect: 'allow',
  scope: 'always',
  server,
  tool,
  definition: definitionOf(person, server, tool),
  conditions: [],
  destructive: true,
  flows: false,
  ...rest,
})

/** Sends it, and waits until its turn has ended. */
export async function say(atrium: Atrium, text: string, conversation?: string) {
  const sent = await atrium.person.link.call('sendMessage', {
    text,
    ...(conversation !== undefined && { conversation }),
  })
  const end = await atrium.person.event('turn.finished', ({ turn }) => turn === sent.turn)
  return { ...sent, end }
}

/** Opened questions about calls, in order. */
export const asked = ({ person }: Atrium) =>
  person.all('ask.opened').flatMap(({ ask }) => (ask.kind === 'approval' ? [ask] : []))

/** The calls' outcomes, in order of their end. */
export const outcomes = ({ person }: Atrium) => person.all('call.finished').map(({ outcome }) => outcome)

/** The end of the last request to the model. */
export const lastSent = (atrium: Atrium): string => JSON.stringify(atrium.requests.at(-1)?.body.messages.at(-1))

/** The current rules, whatever a feed has yet to deliver. */
export function rulesOf(atrium: Atrium): HostState['rules'] {
  const fresh = atrium.join('read', 'web:look')
  fresh.leave()
  return fresh.state.rules
}
