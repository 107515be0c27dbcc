import type { JsonObject } from '../../../shared/schema/json.ts'
import type { Atrium } from '../../support/atrium.ts'
import { ScriptedPage } from './scripted-app.ts'

type Of = { conversation: string; call: string }

/** Runs a tool as the user, in a new conversation or this one, and waits until the call is sent. */
export async function callOf(
  { person }: Atrium,
  {
    tool = 'shown',
    input = {},
    server = 'pages',
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

/** A page that the user let be shown, after its handshake and its call's end. */
export async function livePage(atrium: Atrium, of?: Of): Promise<{ page: ScriptedPage; of: Of; offered: JsonObject }> {
  const { person } = atrium
  const shown = of ?? (await callOf(atrium))
  await person.event('call.finished', ({ call }) => call === shown.call)
  const page = await ScriptedPage.show(person, shown)
  await page.until('an answer is needed, or none', () => page.now.state !== 'reading')
  if (page.now.state === 'asking') await person.answer(await person.ask('server-page'), { decision: 'show' })
  const { hostCapabilities } = await page.shakeHands()
  await page.got('ui/notifications/tool-result')
  return { page, of: shown, offered: JSON.parse(JSON.stringify(hostCapabilities ?? {})) }
}
