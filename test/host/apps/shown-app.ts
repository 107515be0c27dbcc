import type { JsonObject } from '../../../shared/schema/json.ts'
import type { Atrium } from '../../support/atrium.ts'
import { ScriptedApp } from './scripted-app.ts'

type Of = { conversation: string; call: string }

/** Runs a tool as the user, in a new conversation or this one, and waits until the call is sent. */
export async function callOf(
  { person }: Atrium,
  {
    tool = 'shown',
    input = {},
    server = 'apps',
    conversation,
  }: Partial<Of> & {
    tool?: string
    input?: JsonObject
    server?: string
  } = {},
): Promise<Of> {
  const definition = person.state.servers[server]?.tools[tool]?.hash ?? ''
  const wanted = { ...(conversation !== undefined && { conversation }), server, tool, definition, arguments: input }
  const made = await person.link.call('callTool', wanted)
  await person.event('call.started', ({ call }) => call === made.call)
  return { conversation: made.conversation, call: made.call }
}

/** An app that the user let be shown, after its handshake and its call's end. */
export async function liveApp(atrium: Atrium, of?: Of): Promise<{ app: ScriptedApp; of: Of; offered: JsonObject }> {
  const { person } = atrium
  const shown = of ?? (await callOf(atrium))
  await person.event('call.finished', ({ call }) => call === shown.call)
  const app = await ScriptedApp.show(person, shown)
  await app.until('an answer is needed, or none', () => app.now.state !== 'reading')
  if (app.now.state === 'asking') await person.answer(await person.ask('server-page'), { decision: 'show' })
  const { hostCapabilities } = await app.shakeHands()
  await app.got('ui/notifications/tool-result')
  return { app, of: shown, offered: JSON.parse(JSON.stringify(hostCapabilities ?? {})) }
}
