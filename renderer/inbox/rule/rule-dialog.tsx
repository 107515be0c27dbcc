import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import type { Condition, RuleDraft } from '../../../shared/rules/rules.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { useRulesInForce } from '../../state/rules.ts'
import { useLink, useReplica } from '../../state/replica.ts'
import { rules as rulesWords } from '../../strings/inbox/rules.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { head } from '../../../shared/text/clip.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { ArmedButton } from '../../ui/arming/armed-button.tsx'
import { useMovingOn } from '../frame/ask-focus.ts'
import { RuleConditions } from './rule-conditions.tsx'
import { isComplete, argumentPaths, verdictWith, type ArgumentPath } from '../../../shared/rules/rule-draft.ts'
import { RuleSentence } from './rule-sentence.tsx'
import { RuleTrialReport } from './rule-trial.tsx'
import styles from './rule.module.css'
import { useArmed, useOnScreen, useWindowFocus } from '../../ui/arming/use-armed.ts'
import type { Answering } from '../frame/use-answering.ts'
import { useRead } from '../frame/use-answering.ts'

const words = rulesWords.dialog

type RuleDialogProps = {
  ask: Extract<Ask, { kind: 'approval' }>
  answering: Answering
  /** The arguments as the user edited them, if they did. */
  edited: JsonObject | undefined
  /** The rule as it began, and as it is. */
  rule: { initial: RuleDraft; draft: RuleDraft }
  onChange(draft: RuleDraft): void
  /** Focus must move on from here once the call is answered. */
  movesOn: boolean
  onClose(): void
  /** Called when the rule is saved, whatever happens to the answer. */
  onSaved(): void
}

/** A permission for future calls, made from a waiting one; saving it also allows that one. */
export function RuleDialog(props: RuleDialogProps) {
  const { ask, answering, edited, rule, onChange, movesOn, onClose } = props
  const { initial, draft } = rule
  const { question } = ask
  const change = (part: Partial<RuleDraft>): void => onChange({ ...draft, ...part })
  const name = useServerName(question.server)
  const input = edited ?? question.arguments
  const { paths, more } = useMemo(() => argumentPaths(input, initial.conditions, question), [input, initial, question])
  const content = JSON.stringify([draft, ask.contentHash, edited ?? null])
  const { isRead, reportWhole, endRef } = useRead(content)
  useEffect(() => reportWhole(true), [reportWhole])
  useMovingOn(ask, () => movesOn)
  const complete = isComplete(draft.conditions)
  const gap = useGap(props, draft)
  const saving = useSaving(props, draft)
  const answers = useRuleAnswers({
    answering,
    content,
    isRead,
    missing: complete ? gap && words.gaps[gap] : words.incomplete,
    saving,
  })
  return (
    <Dialog
      open
      keepOpen
      size="lg"
      title={words.title(plainLabel(head(question.title ?? question.tool, 60)))}
      onClose={onClose}
      submit={answers.submit}
      footer={<RuleAnswers answers={answers} saving={saving} onClose={onClose} />}
    >
      <RuleSentence
        draft={draft}
        question={question}
        server={name}
        limited={limitedOf(paths, [...initial.conditions, ...draft.conditions])}
        conversation={ask.operation?.conversation}
        gap={gap}
        change={change}
        endRef={endRef}
      />
      <RuleTrialReport drafts={complete ? [draft] : undefined} content={JSON.stringify(draft)} />
      {paths.length > 0 && (
        <Fold label={rulesWords.sentence.conditions} held={!complete}>
          <RuleConditions
            paths={paths}
            more={more}
            conditions={draft.conditions}
            change={(conditions) => change({ conditions })}
          />
        </Fold>
      )}
      <p className="small ink3">{words.changes}</p>
      {saving.problem !== undefined && <Note kind="no">{saving.problem}</Note>}
    </Dialog>
  )
}

/** The values that the rule is or was limited by, in the order of the arguments. */
function limitedOf(paths: ArgumentPath[], conditions: Condition[]): ArgumentPath[] {
  const isShown = ({ at }: { at: string }): boolean => paths.some((path) => path.at === at)
  const others = new Set(conditions.filter((it) => !isShown(it)).map(({ at }) => at))
  return [
    ...paths.filter(({ at }) => conditions.some((condition) => condition.at === at)),
    ...[...others].map((at) => ({ at, value: '', ways: [] })),
  ]
}

type Gap = keyof typeof words.gaps

/** Why the rule wouldn't let this very call through; undefined if it would. */
function useGap({ ask: { question, operation }, edited }: RuleDialogProps, draft: RuleDraft): Gap | undefined {
  const rules = useRulesInForce()
  const input = edited ?? question.arguments
  const verdict = verdictWith(draft, { question, conversation: operation?.conversation ?? '', input }, rules)
  if (verdict.effect === 'allow') return undefined
  return (verdict.effect === 'ask' && verdict.because) || 'conditions'
}

/** Saves the rule once, then allows the call. */
function useSaving({ answering, edited, onSaved }: RuleDialogProps, draft: RuleDraft) {
  const link = useLink()
  const replica = useReplica()
  const saved = useRef<{ id: string; content: string }>(undefined)
  const content = JSON.stringify(draft)
  const [standing, setStanding] = useState<string>()
  const save = useAction(async () => {
    const before = saved.current
    if (before?.content === content && Object.hasOwn(replica.state.rules, before.id)) return
    const {
      added: [id = ''],
    } = await link.call('changeRules', { add: [draft] })
    saved.current = { id, content }
    setStanding(content)
    onSaved()
  })
  const run = async (): Promise<void> => {
    if (!(await save.run())) return
    await answering.answer({ decision: 'allow', scope: 'once', ...(edited && { arguments: edited }) })
  }
  const refused =
    standing === content && answering.problem !== undefined ? words.savedOnly(answering.problem) : undefined
  return { run, busy: save.busy || answering.busy, problem: save.problem ?? refused }
}

type RuleAnswersOf = {
  answering: Answering
  content: string
  /** All of the rule has been on screen. */
  isRead: boolean
  /** Why the rule can't be saved as it is. */
  missing: string | undefined
  saving: ReturnType<typeof useSaving>
}

/** When the rule can be saved, by its button or Ctrl Enter, and why not yet. */
function useRuleAnswers({ answering, content, isRead, missing, saving }: RuleAnswersOf) {
  const [ref, isOnScreen] = useOnScreen<HTMLSpanElement>()
  const armed = useArmed(isOnScreen && isRead && missing === undefined && answering.isRead, useWindowFocus(), content)
  const block = useAdminBlock() ?? answering.obstacles.consent
  const hint = answering.isRead ? (missing ?? (isRead ? undefined : words.ruleUnread)) : words.unread
  const submit = (event: KeyboardEvent): void => {
    if (block === undefined && !saving.busy && armed.accepts(event)) void saving.run()
  }
  return { ref, armed, block, hint: block ?? hint ?? words.removal, submit }
}

type RuleAnswersProps = Pick<RuleAnswersOf, 'saving'> & Pick<RuleDialogProps, 'onClose'>

function RuleAnswers({
  answers: { ref, armed, block, hint },
  saving,
  onClose,
}: RuleAnswersProps & { answers: ReturnType<typeof useRuleAnswers> }) {
  const id = useId()
  return (
    <>
      <span id={id} className={styles.hint}>
        {hint}
      </span>
      <Button keys="Esc" onClick={onClose}>
        {words.cancel}
      </Button>
      <span ref={ref}>
        <ArmedButton
          armed={armed}
          hint={id}
          keys="Ctrl Enter"
          busy={saving.busy}
          unavailable={block}
          give={() => void saving.run()}
        >
          {words.save}
        </ArmedButton>
      </span>
    </>
  )
}
