import { useId, type KeyboardEvent } from 'react'
import { toolItem } from '../../../shared/state/pins.ts'
import { isModelTool, type ToolEntry } from '../../../shared/events/events.ts'
import type { Policy, ToolPolicy } from '../../../shared/rules/policy.ts'
import type { standingOf } from '../../state/servers/standing.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { Apart } from '../../ui/json/apart.tsx'
import { pressedKey } from '../../ui/key-map.ts'
import { serverTools } from '../../strings/servers/servers-tools.ts'
import { PolicyChoice } from './policy-choice.tsx'
import { ToolRow } from './tool-row.tsx'
import styles from './tool-row.module.css'
import type { Policies } from './use-policy.ts'

const words = serverTools

type ToolGroupProps = {
  kind: 'reads' | 'changes'
  server: ServerSummary
  /** The tools listed now. */
  tools: ToolEntry[]
  /** All tools of this kind that were found; a change of the group applies to those in use. */
  found: ToolEntry[]
  standing: ReturnType<typeof standingOf>
  policies: Policies
}

/** In the order of their keys. */
const policyOfKey: Policy[] = ['ask', 'allow', 'off']

/** Tools of one kind, their policies, and the policy of all of them. Arrow keys move; 1, 2 and 3 choose. */
export function ToolGroup({ kind, server, tools, found, standing, policies }: ToolGroupProps) {
  const title = useId()
  if (tools.length === 0) return null
  const isSeen = (tool: ToolEntry): boolean => isModelTool(tool) && standing(toolItem(tool.name)).state === 'pinned'
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && moveFocus(event.currentTarget, event.target, step)) return event.preventDefault()
    const to = policyOfKey[pressedKey(event, 'policies') ?? -1]
    const name = event.target.closest<HTMLElement>('[data-tool]')?.dataset['tool']
    const tool = tools.find((it) => it.name === name)
    if (to === undefined || !tool || !isSeen(tool) || policies.block !== undefined) return
    event.preventDefault()
    policies.set([tool], to)
  }
  const all = found.filter(isSeen)
  const policy = shared(all.map((tool) => policies.of(tool)))
  const label = kind === 'reads' ? words.policy.ofReads : words.policy.ofChanges
  return (
    <section className="stack" aria-labelledby={title}>
      <div className={styles.groupHead}>
        <h2 id={title}>{words.groups[kind](found.length)}</h2>
        {policies.block === undefined && all.length > 0 && (
          <PolicyChoice
            label={label}
            policy={policy}
            options={kind === 'reads' ? ['ask', 'allow', 'off'] : ['ask', 'off']}
            onChange={(to) => policies.set(all, to)}
          />
        )}
      </div>
      <ul className="rows" aria-labelledby={title} onKeyDown={onKeyDown}>
        {tools.map((tool) => (
          <Apart key={tool.name} as="item" of={tool} raw={() => tool}>
            <ToolRow
              server={server}
              tool={tool}
              standing={standing(toolItem(tool.name))}
              policy={policies.of(tool)}
              block={policies.block}
              onPolicy={(to) => policies.set([tool], to)}
            />
          </Apart>
        ))}
      </ul>
    </section>
  )
}

/** The policy of all of them; undefined if they differ. */
function shared(all: ToolPolicy[]): Policy | undefined {
  const [first, ...others] = all
  return others.every(({ policy }) => policy === first?.policy) ? first?.policy : undefined
}

function moveFocus(list: HTMLElement, from: HTMLElement, step: number): boolean {
  const toggles = [...list.querySelectorAll<HTMLElement>('[data-tool] [aria-expanded]')]
  const row = from.closest('[data-tool]')
  const index = toggles.findIndex((toggle) => row?.contains(toggle))
  const to = toggles[index + step]
  if (from.closest('[data-tool-detail]') || index < 0 || !to) return false
  to.focus()
  return true
}
