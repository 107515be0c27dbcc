import { useCallback, useMemo, useRef, useState } from 'react'
import type { OfferedTool as Described } from '../../../shared/contract/commands.ts'
import type { ToolSearch } from '../../../shared/contract/context-commands.ts'
import { someOff, type ToolsOff } from '../../../shared/config/tools-off.ts'
import { useOpenConversation } from '../../state/chat/transcript.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { modelTools, sameTools, type CallableTool } from '../../state/callable-tools.ts'
import { changeBeginning, useBeginning } from '../../state/models/beginning.ts'
import { useQuery } from '../../state/query.ts'
import { isOutside } from '../../../shared/state/projects.ts'
import { useOpenProject } from '../../state/models/projects.ts'
import { problemOf } from '../../state/action.ts'
import { defined } from '../../../shared/schema/json.ts'

/** The tools turned off in the visible conversation, or in the new one. */
export function useToolsOff(): ToolsOff | undefined {
  const open = useOpenConversation()
  const beginning = useBeginning()
  return open ? open.off : beginning.off
}

/** The tools that the model can see in the visible conversation, in its project, unless they are turned off there. */
export function useModelTools(): CallableTool[] {
  const conversation = useOpenConversation()?.id
  const project = useOpenProject()?.content
  return useHost(
    useCallback(
      (state: HostState) => modelTools(state, conversation).filter(({ server }) => !isOutside(project, server)),
      [conversation, project],
    ),
    sameTools,
  )
}

/** The tools turned off, for editing: a choice shows at once. */
export function useToolChoice(): {
  off: ToolsOff | undefined
  change(to: ToolsOff): void
  problem: string | undefined
} {
  const link = useLink()
  const conversation = useOpenConversation()?.id
  const known = useToolsOff()
  const [chosen, setChosen] = useState<ToolsOff>()
  const [problem, setProblem] = useState<string>()
  const count = useRef(0)
  const change = (to: ToolsOff): void => {
    if (conversation === undefined) return changeBeginning({ off: someOff(to) })
    setChosen(to)
    setProblem(undefined)
    const turn = ++count.current
    void link
      .call('switchTools', { conversation, off: to })
      .catch((error: unknown) => setProblem(problemOf(error)))
      .finally(() => turn === count.current && setChosen(undefined))
  }
  return { off: chosen ?? known, change, problem }
}

/** Names and sizes as a model would get them, by server and tool; fetched again if the tools change. */
export function useDescribed(
  tools: CallableTool[],
  off: ToolsOff | undefined,
): {
  of(one: CallableTool): Described | undefined
  /** The names of Atrium's own tools. */
  own: string[]
  /** Present if the model has to find tools first. */
  search: ToolSearch | undefined
  problem?: string
} {
  const conversation = useOpenConversation()?.id
  const project = useOpenProject()?.id
  const asked = conversation === undefined ? { ...(off && { off }), ...defined({ project }) } : { conversation }
  const moment = useMemo(() => [tools, off, project], [tools, off, project])
  const { answer, problem } = useQuery('listOfferedTools', asked, { moment })
  const known = useMemo(() => new Map(answer?.tools.map((one) => [`${one.server}\n${one.tool}`, one])), [answer])
  const own = useMemo(() => answer?.own.map(({ name }) => name) ?? [], [answer])
  return {
    own,
    search: answer?.search,
    ...defined({ problem }),
    of: ({ server, tool }) => known.get(`${server}\n${tool.name}`),
  }
}
