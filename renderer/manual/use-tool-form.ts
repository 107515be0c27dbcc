import { useMemo, useRef, type RefObject } from 'react'
import { navigate } from '../frame/routes.ts'
import { useConnection, useHost, useLink, useSession } from '../host.ts'
import type { Draft } from '../schema-form/draft.ts'
import { initialDraft } from '../schema-form/initial.ts'
import { beginWithCall } from '../models/beginning.ts'
import { strings } from '../strings/strings.ts'
import { useServerName } from '../ui/seal.tsx'
import { useAction } from '../ui/action.ts'
import { readForm, readText, textFor, type Read } from './arguments-of.ts'
import type { Definition } from './definition.ts'
import { moveDesk, type Filled } from './desk.ts'
import { useCheck } from './use-check.ts'
import { usePlaced } from './use-placed.ts'

const words = strings.manual.obstacles

type Of = {
  conversation: string | undefined
  filled: Filled
  /** The definition that the form is made of. */
  definition: Definition
  change(to: Partial<Filled>): void
}

export type ToolFormModel = {
  box: RefObject<HTMLElement | null>
  draft: Draft
  read: Read
  /** Sentences by the places of the fields; in the JSON view all are at the top. */
  problems: Record<string, string>
  unchecked: string | undefined
  fill(draft: Draft): void
  write(text: string): void
  /** Shows the same arguments the other way, unless they mean nothing yet: then it goes to what is missing. */
  turnTo(view: Filled['view']): void
  leave(path: string): void
  /** Why it cannot run now. */
  obstacle: string | undefined
  run(): void
  isRunning: boolean
  /** Why the last try to run it was refused. */
  refused: string | undefined
  /** The turn that runs in this conversation. */
  turn: string | undefined
  stop(): void
}

/** Everything the form of one tool works on. */
export function useToolForm({ conversation, filled, definition, change }: Of): ToolFormModel {
  const link = useLink()
  const box = useRef<HTMLElement>(null)
  const initial = useMemo(() => initialDraft(definition.schema, definition.schema) ?? {}, [definition])
  const draft = filled.draft ?? initial
  const read = useMemo(() => readForm(filled, draft), [filled, draft])
  const check = useCheck(filled, read)
  const { problems, goToFirst } = usePlaced(box, check.misfits, draft)
  const turn = useHost(({ turns }) => Object.keys(turns).find((id) => turns[id]?.conversation === conversation))
  const obstacle = useObstacleToRun(filled, turn !== undefined)

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
    await beginWithCall(link, made.conversation)
    navigate({ page: 'chat', conversation: made.conversation })
  })
  const stopping = useAction(async () => turn && link.call('cancelTurn', { turn }))

  const turnTo = (view: Filled['view']): void => {
    if (view === filled.view) return
    if (!('arguments' in read)) return void check.all().then(goToFirst)
    change(view === 'JSON' ? { view, text: textFor(read.arguments, filled.text) } : { view, draft: read.arguments })
  }
  return {
    box,
    draft,
    read,
    problems,
    unchecked: check.unchecked,
    fill: (next) => change({ draft: next }),
    write: (text) => {
      const now = readText(text)
      change({ text, ...('arguments' in now && { draft: now.arguments }) })
    },
    turnTo,
    leave: check.leave,
    obstacle,
    run: () => void (obstacle === undefined && running.run()),
    isRunning: running.busy,
    refused: running.problem ?? stopping.problem,
    turn,
    stop: () => void (turn !== undefined && stopping.run()),
  }
}

function useObstacleToRun({ server, tool, definition }: Filled, isBusy: boolean): string | undefined {
  const right = useSession()?.right
  const connection = useConnection()
  const name = useServerName(server)
  const isFailing = useHost((state) => state.health.state === 'failing')
  const isReady = useHost((state) => state.servers[server]?.status.state === 'ready')
  const offered = useHost((state) => state.servers[server]?.tools[tool]?.hash)
  if (right === 'read') return words.mayLook
  if (connection !== 'live') return words.noConnection
  if (isFailing) return words.noLog
  if (!isReady) return words.notRunning(name)
  if (offered === undefined) return words.notOffered(name)
  if (offered !== definition) return words.changed(name)
  return isBusy ? words.busy : undefined
}
