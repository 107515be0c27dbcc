import type { HostLink } from '../../shared/commands.ts'
import { navigate } from '../frame/routes.ts'
import { focusPage } from '../inbox/ask-focus.ts'
import { changeDesk, openForm } from '../manual/desk.ts'
import { wishFocus } from '../manual/focus-wish.ts'
import type { OfferedTool } from '../manual/tools.ts'
import type { ServerSummary } from '../servers/summary.ts'
import { plainLabel } from '../ui/hidden-characters.ts'
import { formatCount } from '../ui/time.tsx'
import type { Entry } from './entries.ts'

/** The way to each server, and what can be done with it by who may. A start still asks what it asks elsewhere. */
export function serverEntries(servers: ServerSummary[], link: HostLink, mayChange: boolean): Entry[] {
  return servers.flatMap((server) => {
    const { id, words, state } = server
    const name = plainLabel(server.name)
    const tools = Object.keys(state.tools).length
    const detail = tools > 0 ? `${words}, ${formatCount(tools, 'tool')}` : words
    const way: Entry = {
      key: `server ${id}`,
      group: 'Servers',
      text: name,
      detail,
      sign: { seal: id },
      go: () => {
        navigate({ page: 'servers', server: id })
        requestAnimationFrame(focusPage)
      },
    }
    return mayChange ? [way, ...changes(server, name, link)] : [way]
  })
}

function changes({ id, config, state, ask }: ServerSummary, name: string, link: HostLink): Entry[] {
  if (!config) return []
  const { enabled } = config
  const turn: Entry = {
    key: `turn ${id}`,
    group: 'Servers',
    text: enabled ? `Turn off ${name}` : `Turn on ${name}`,
    detail: enabled ? 'Its running calls end' : undefined,
    sign: { icon: enabled ? 'stop' : 'play' },
    change: () => link.call('setServerEnabled', { id, enabled: !enabled }),
  }
  const canRestart = enabled && !ask && (state.status.state === 'ready' || state.status.state === 'failed')
  if (!canRestart) return [turn]
  const restart: Entry = {
    key: `restart ${id}`,
    group: 'Servers',
    text: `Restart ${name}`,
    detail: state.status.state === 'ready' ? 'Its running calls end' : undefined,
    sign: { icon: 'restart' },
    change: () => link.call('restartServer', { id }),
  }
  return [turn, restart]
}

/** The form of each tool, in the conversation that is open or else a new one. Nothing runs before its form is sent. */
export const toolEntries = (tools: OfferedTool[], conversation: string | undefined): Entry[] =>
  tools.map(({ server, serverName, tool }) => ({
    key: `tool ${server} ${tool.name}`,
    group: 'Tools',
    text: `${plainLabel(tool.title ?? tool.name)}…`,
    detail: `${plainLabel(serverName)}, fill its form and run it yourself`,
    sign: { seal: server },
    go: () => {
      navigate({ page: 'chat', conversation })
      wishFocus()
      changeDesk(conversation, openForm({ server, tool: tool.name, definition: tool.hash }))
    },
  }))
