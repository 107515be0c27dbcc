import { Fragment, type ReactNode, type Ref } from 'react'
import type { Question } from '../../../shared/asks/asks.ts'
import { limitChoices, withCondition, type ArgumentPath } from '../../../shared/rules/rule-draft.ts'
import { ruleParts } from '../../../shared/rules/rule-words.ts'
import type { Condition, RuleDraft } from '../../../shared/rules/rules.ts'
import { mayDestroy } from '../../../shared/rules/verdict.ts'
import { readablePath } from '../../../shared/schema/pointer.ts'
import { clip, head } from '../../../shared/text/clip.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { rules } from '../../strings/inbox/rules.ts'
import { Icon } from '../../ui/icon.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import styles from './rule.module.css'
import { useUntilChoices } from './until-choice.tsx'

const words = rules.sentence
const shared = rules.dialog

type RuleSentenceProps = {
  draft: RuleDraft
  question: Pick<Question<'approval'>, 'tool' | 'title' | 'claims'>
  /** The server's display name. */
  server: string
  /** The values that have a slot. */
  limited: ArgumentPath[]
  /** The conversation that the rule can be limited to. */
  conversation: string | undefined
  /** The part that keeps the rule from covering its call. */
  gap: string | undefined
  change(part: Partial<RuleDraft>): void
  /** Marks the end of the sentence. */
  endRef: Ref<HTMLParagraphElement>
}

/** The whole rule as one sentence; each part that can differ is a choice in it. */
export function RuleSentence(props: RuleSentenceProps) {
  const { draft, question, server, limited, conversation, gap, change, endRef } = props
  const until = useUntilChoices(
    { until: draft.until, change: (end) => change({ until: end }) },
    { never: ruleParts.never, after: words.after, on: ruleParts.until },
  )
  const tool = (
    <b>
      <Plain text={head(question.title ?? question.tool, 60)} />
    </b>
  )
  const slots: ReactNode[] = [
    ...limited.map((path) => (
      <LimitSlot
        key={path.at}
        path={path}
        conditions={draft.conditions}
        isGap={gap === 'conditions'}
        change={(conditions) => change({ conditions })}
      />
    )),
    draft.staysInPlace && ruleParts.staysInPlace,
    mayDestroy(question.claims) && (
      <SwitchSlot
        key="destroys"
        label={words.destroying}
        texts={ruleParts.destroys}
        isOn={draft.destructive}
        isGap={gap === 'destructive'}
        change={(destructive) => change({ destructive })}
      />
    ),
    <SwitchSlot
      key="flows"
      label={words.flowing}
      texts={ruleParts.flows}
      isOn={draft.flows}
      isGap={gap === 'flow'}
      change={(flows) => change({ flows })}
    />,
    conversation !== undefined && (
      <SwitchSlot
        key="scope"
        label={shared.scope}
        texts={{ on: shared.conversation, off: ruleParts.always }}
        isOn={draft.scope !== 'always'}
        change={(isOn) => change({ scope: isOn ? { conversation } : 'always' })}
      />
    ),
    <Slot key="until" label={rules.until.label} value={until.choice} choices={until.choices} take={until.take} />,
  ]
  return (
    <p ref={endRef} className={styles.sentence} role="group" aria-label={shared.rule}>
      <Phrase text={draft.conditions.length > 0 ? words.some : words.every} slots={{ tool, server }} />
      {slots
        .filter((slot) => slot !== false && slot !== undefined)
        .map((slot, index, { length }) => (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a sentence don't move
          <Fragment key={index}>
            {' '}
            <span className={styles.part}>
              {slot}
              {index < length - 1 ? ',' : '.'}
            </span>
          </Fragment>
        ))}
    </p>
  )
}

type LimitSlotProps = {
  path: ArgumentPath
  conditions: Condition[]
  isGap: boolean
  change(conditions: Condition[]): void
}

function LimitSlot({ path, conditions, isGap, change }: LimitSlotProps) {
  const name = head(readablePath(path.at), 80)
  const current = conditions.find(({ at }) => at === path.at)
  const choices = limitChoices(path, current)
  return (
    <Slot
      label={words.limit(plainLabel(name))}
      isGap={isGap}
      value={current ? String(choices.findIndex((it) => JSON.stringify(it) === JSON.stringify(current))) : 'any'}
      choices={[
        ...choices.map((limit, index) => ({ value: String(index), text: ruleParts.when(limit) })),
        { value: 'any', text: words.any(name) },
      ]}
      take={(value) => change(withCondition(conditions, path.at, value === 'any' ? undefined : choices[Number(value)]))}
    />
  )
}

type SwitchSlotProps = {
  label: string
  texts: { on: string; off: string }
  isOn: boolean
  isGap?: boolean
  change(isOn: boolean): void
}

const SwitchSlot = ({ label, texts, isOn, isGap = false, change }: SwitchSlotProps) => (
  <Slot
    label={label}
    isGap={isGap}
    value={isOn ? 'on' : 'off'}
    choices={[
      { value: 'off', text: texts.off },
      { value: 'on', text: texts.on },
    ]}
    take={(value) => change(value === 'on')}
  />
)

type SlotProps = {
  label: string
  value: string
  choices: { value: string; text: string }[]
  isGap?: boolean
  take(value: string): void
}

/** A choice inside a sentence. Its text wraps and is whole, because an invisible list above it takes the presses. */
const Slot = ({ label, value, choices, isGap = false, take }: SlotProps) => (
  <span className={styles.slot} data-gap={isGap}>
    <span aria-hidden>
      <Plain text={choices.find((it) => it.value === value)?.text ?? ''} />
      <Icon name="chevron-down" size={12} />
    </span>
    <select aria-label={label} value={value} onChange={({ target }) => take(target.value)}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {plainLabel(clip(choice.text, 200))}
        </option>
      ))}
    </select>
  </span>
)
