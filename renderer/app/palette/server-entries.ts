import type { HostLink } from '../../../shared/contract/commands.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { navigate } from '../../state/routes.ts'
import { focusPage } from '../../ui/page/focus-page.ts'
import { expectSignIn } from '../../inbox/frame/expected-ask.ts'
import { changeDesk, openForm } from '../../state/forms/desk.ts'
import { requestFormFocus } from '../../state/form-focus.ts'
import type { CallableTool } from '../../state/callable-tools.ts'
import type { OfferedPrompt } from '../../prompts/offered-prompts.ts'
import { openPrompt } from '../../state/prompting.ts'
import { loadSkill } from '../../state/resources/load-skill.ts'
import { signOutIntent } from '../../servers/detail/sign-out.tsx'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { palette } from '../../strings/palette.ts'
import { skills } from '../../strings/servers/skills.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import type { PaletteEntry } from './entries.ts'

const { groups, servers: own } = palette

type ServerParts = Pick<HostState, 'consents'> & { link: HostLink; mayChange: boolean; mayUse: boolean }

/** Links to each server, and what the user's right allows there. Starting a server asks the usual questions. */
export function serverEntries(servers: ServerSummary[], parts: ServerParts): PaletteEntry[] {
  const { link, mayChange, mayUse, consents } = parts
  return servers.flatMap((server) => {
    const { id, words, state } = server
    const name = plainLabel(server.name)
    const tools = Object.keys(state.tools).length
    const detail = tools > 0 ? own.withTools(words, tools) : words
    const way: PaletteEntry = {
      key: `server ${id}`,
      group: groups.servers,
      text: name,
      detail,
      sign: { seal: id },
      go: () => {
        navigate({ page: 'servers', server: id })
        requestAnimationFrame(focusPage)
      },
    }
    return [
      way,
      ...(mayUse ? signIns(server, name, link, consentOf({ consents }, id).signedIn !== undefined) : []),
      ...(mayChange ? changes(server, name, link) : []),
      ...(hasPassport(server) ? [passportOf(id, name)] : []),
    ]
  })
}

const hasPassport = ({ config }: ServerSummary): boolean => config !== undefined && config.type !== 'playground'

const passportOf = (id: string, name: string): PaletteEntry => ({
  key: `passport ${id}`,
  group: groups.servers,
  text: own.passport(name),
  sign: { icon: 'file' },
  go: () => {
    navigate({ page: 'servers', server: id, passport: true })
    requestAnimationFrame(focusPage)
  },
})

/** An open sign-in question has its own entry. Signing out asks for confirmation on the server's page. */
function signIns(
  { id, config, signIn, needsSignIn }: ServerSummary,
  name: string,
  link: HostLink,
  isSignedIn: boolean,
): PaletteEntry[] {
  const begin: PaletteEntry = {
    key: `sign in ${id}`,
    group: groups.servers,
    text: isSignedIn ? own.signInAgain(name) : own.signIn(name),
    sign: { icon: 'key' },
    change: () => {
      expectSignIn(id, config)
      return link.call('signIn', { server: id })
    },
  }
  const end: PaletteEntry = {
    key: `sign out ${id}`,
    group: groups.servers,
    text: own.signOut(name),
    sign: { icon: 'key' },
    go: () => {
      navigate({ page: 'servers', server: id, view: 'access' })
      signOutIntent.set(id)
    },
  }
  return [...(signIn || !(needsSignIn || isSignedIn) ? [] : [begin]), ...(isSignedIn ? [end] : [])]
}

function changes({ id, config, state, ask }: ServerSummary, name: string, link: HostLink): PaletteEntry[] {
  if (!config) return []
  const { enabled } = config
  const turn: PaletteEntry = {
    key: `turn ${id}`,
    group: groups.servers,
    text: enabled ? own.turnOff(name) : own.turnOn(name),
    detail: enabled ? own.callsEnd : undefined,
    sign: { icon: enabled ? 'stop' : 'play' },
    change: () => link.call('setServerEnabled', { id, enabled: !enabled }),
  }
  const canRestart = enabled && !ask && (state.status.state === 'ready' || state.status.state === 'failed')
  if (!canRestart) return [turn]
  const restart: PaletteEntry = {
    key: `restart ${id}`,
    group: groups.servers,
    text: own.restart(name),
    detail: state.status.state === 'ready' ? own.callsEnd : undefined,
    sign: { icon: 'restart' },
    change: () => link.call('restartServer', { id }),
  }
  return [turn, restart]
}

/** Each tool's form, in the open conversation or a new one. Nothing runs before the form is sent. */
export const toolEntries = (tools: CallableTool[], conversation: string | undefined): PaletteEntry[] =>
  tools.map(({ server, serverName, tool }) => ({
    key: `tool ${server} ${tool.name}`,
    group: groups.tools,
    text: `${plainLabel(tool.title ?? tool.name)}…`,
    detail: own.runTool(plainLabel(serverName)),
    sign: { seal: server },
    go: () => {
      navigate({ page: 'chat', conversation })
      requestFormFocus()
      changeDesk(conversation, openForm({ server, tool: tool.name, definition: tool.hash }))
    },
  }))

/** Each usable prompt's form, in the open conversation or a new one. */
export const promptEntries = (prompts: OfferedPrompt[], conversation: string | undefined): PaletteEntry[] =>
  prompts
    .filter(({ waits, skill }) => waits === undefined && skill === undefined)
    .map(({ server, serverName, entry }) => ({
      key: `prompt ${server ?? ''} ${entry.name}`,
      group: groups.prompts,
      text: `${plainLabel(entry.title ?? entry.name)}…`,
      detail: server === undefined ? serverName : own.fillPrompt(plainLabel(serverName)),
      sign: server === undefined ? { icon: 'edit' } : { seal: server },
      go: () => {
        navigate({ page: 'chat', conversation })
        openPrompt({ server, prompt: entry.name })
      },
    }))

/** Each approved skill, loaded into the open conversation or a new one. */
export const skillEntries = (
  prompts: OfferedPrompt[],
  conversation: string | undefined,
  link: HostLink,
): PaletteEntry[] =>
  prompts.flatMap(({ server, serverName, entry, skill }) =>
    server === undefined || skill === undefined
      ? []
      : {
          key: `skill ${server} ${skill}`,
          group: groups.prompts,
          text: skills.dialog.title(entry.name),
          detail: skills.menu.load(plainLabel(skill, 120), plainLabel(serverName)),
          sign: { seal: server },
          change: async () => {
            await loadSkill(link, conversation, { server, uri: skill })
            navigate({ page: 'chat', conversation })
          },
        },
  )
