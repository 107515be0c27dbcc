import { rulesInForce, useRulesInForce } from '../state/rules.ts'
import { consentOf } from '../../shared/state/consents.ts'
import { isPinned, toolItem } from '../../shared/state/pins.ts'
import { ruleWords } from '../../shared/rules/rule-words.ts'
import { judge } from '../../shared/rules/verdict.ts'
import { navigate } from '../state/routes.ts'
import { useConnection, useHost, useLink, useReplica, useSession } from '../state/replica.ts'
import { beginWithCall } from '../state/models/beginning.ts'
import { manual } from '../strings/manual.ts'
import { useServerName } from '../ui/seal.tsx'
import { useAction } from '../state/action.ts'
import type { Read } from '../schema-form/arguments/arguments-of.ts'
import type { ToolDefinition } from '../state/tool-definition.ts'
import { moveDesk, type Filled } from '../state/forms/desk.ts'
import { useFilledForm, type FilledForm } from '../schema-form/arguments/use-filled-form.ts'

const words = manual.obstacles

type Of = {
  conversation: string | undefined
  filled: Filled
  /** The definition behind the form. */
  definition: ToolDefinition
  change(to: Partial<Filled>): void
}

/** The form of a tool that the user runs, with everything that can keep it from running. */
export type ToolFormModel = Omit<FilledForm, 'check' | 'goToFirst'> & {
  unchecked: string | undefined
  leave(path: string): void
  /** Why it can't run now. */
  obstacle: string | undefined
  run(): void
  isRunning: boolean
  /** The rule that denies it, in words, if this user can override that. */
  against: string | undefined
  /** Why the last attempt to run it was refused. */
  refused: string | undefined
  /** This conversation's running turn. */
  turn: string | undefined
  stop(): void
}

/** The state behind one tool's form. */
export function useToolForm({ conversation, filled, definition, change }: Of): ToolFormModel {
  const link = useLink()
  const replica = useReplica()
  const { check, goToFirst, ...form } = useFilledForm({ filled, definition, change })
  const turn = useHost(({ turns }) => Object.keys(turns).find((id) => turns[id]?.conversation === conversation))
  const isAdmin = useSession()?.right === 'admin'
  const denying = useDenying(filled, form.read, conversation)
  const hindered = useObstacleToRun(filled, turn !== undefined)
  const obstacle = hindered ?? (denying !== undefined && !isAdmin ? words.denied(denying) : undefined)

  const running = useAction(async () => {
    const args = await check.all()
    if (!args) return goToFirst()
    const { server, tool, definition: shown } = filled
    const into = conversation === undefined ? {} : { conversation }
    const made = await link.call('callTool', { ...into, server, tool, definition: shown, arguments: args })
    check.clear()
    change({ dropped: undefined })
    if (conversation !== undefined) return
    moveDesk(made.conversation)
    await beginWithCall(link, made.conversation, rulesInForce(replica))
    navigate({ page: 'chat', conversation: made.conversation })
  })
  const stopping = useAction(async () => turn && link.call('cancelTurn', { turn }))

  return {
    ...form,
    unchecked: check.unchecked,
    leave: check.leave,
    obstacle,
    run: () => void (obstacle === undefined && running.run()),
    isRunning: running.busy,
    against: denying,
    refused: running.problem ?? stopping.problem,
    turn,
    stop: () => void (turn !== undefined && stopping.run()),
  }
}

/** The rule that denies these arguments, in words. */
function useDenying({ server, tool, definition }: Filled, read: Read, conversation = ''): string | undefined {
  const rules = useRulesInForce()
  const { claims, title } = useHost((state) => state.servers[server]?.tools[tool]) ?? {}
  const name = useServerName(server)
  if (!claims || !('arguments' in read)) return undefined
  const call = { conversation, server, tool, definition, arguments: read.arguments, claims }
  const verdict = judge(call, rules)
  return verdict.effect === 'deny' ? ruleWords(verdict.rule, { server: name, tool: title }) : undefined
}

function useObstacleToRun({ server, tool, definition }: Filled, isBusy: boolean): string | undefined {
  const right = useSession()?.right
  const connection = useConnection()
  const name = useServerName(server)
  const isFailing = useHost((state) => state.health.state === 'failing')
  const isReady = useHost((state) => state.servers[server]?.status.state === 'ready')
  const offered = useHost((state) => state.servers[server]?.tools[tool]?.hash)
  const isUsable = useHost((state) => isPinned(consentOf(state, server).pins, toolItem(tool), definition))
  if (right === 'read') return words.mayLook
  if (connection !== 'live') return words.noConnection
  if (isFailing) return words.noLog
  if (!isReady) return words.notRunning(name)
  if (offered === undefined) return words.notOffered(name)
  if (offered !== definition) return words.changed(name)
  if (!isUsable) return words.waits(name)
  return isBusy ? words.busy : undefined
}
