import { Suspense, useCallback, useRef, useState, type KeyboardEvent } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { conversationRule } from '../../../shared/rules/rule-draft.ts'
import { wantApp } from '../../state/chat/live-apps.ts'
import { useTurn } from '../../state/chat/transcript.ts'
import { useHost } from '../../state/replica.ts'
import { inbox } from '../../strings/inbox/inbox.ts'
import { rules } from '../../strings/inbox/rules.ts'
import { classes } from '../../ui/classes.ts'
import { Plain } from '../../ui/third-party/ext.tsx'
import { ServerSeal, useServerName } from '../../ui/seal.tsx'
import { AlwaysAllow, Suggestion, useAlwaysAllow } from './always-allow.tsx'
import { ApprovalAnswers, ruleOnButton, type AllowedMore } from './answers.tsx'
import { ApprovalContent } from './approval-content.tsx'
import { ApprovalFacts } from './approval-facts.tsx'
import { AskedBecause, AskedByApp, AskedForSkill, ChangedDefinition } from './approval-reasons.tsx'
import styles from './approval.module.css'
import { AskFrame } from '../frame/ask-frame.tsx'
import { callObject } from '../../content/argument-summary.ts'
import { isPath } from '../../../shared/text/path-signs.ts'
import { lazyPart } from '../../ui/lazy.ts'
import { expectAsk } from '../frame/expected-ask.ts'
import { ReasonField, useWrittenReason } from '../frame/reason-field.tsx'
import { useAnswering } from '../frame/use-answering.ts'
import { useEdit } from './use-edit.ts'
import { useArmed, useWindowFocus } from '../../ui/arming/use-armed.ts'

const RuleDialog = lazyPart(async () => (await import('../rule/rule-dialog.tsx')).RuleDialog)

type ApprovalProps = {
  ask: Extract<Ask, { kind: 'approval' }>
  child?: boolean
  onLeave?: () => void
  /** Receives why an answer from this window didn't count; the question may be gone by then. */
  onRefused(problem: string): void
}

/** Can this call go to its server? */
export function Approval({ ask, child = false, onLeave, onRefused }: ApprovalProps) {
  const { question } = ask
  const name = useServerName(question.server)
  const edit = useEdit(ask)
  const isRuleSaved = useRef(false)
  const hearRefusal = (problem: string): void =>
    onRefused(isRuleSaved.current ? rules.dialog.savedOnly(problem) : problem)
  const answering = useAnswering(ask, hearRefusal, edit)
  const isUndo = useIsUndo(ask)
  const always = useAlwaysAllow(ask, edit)
  const [isMore, setMore] = useState(false)
  const { answer, keyOf, reportWhole } = answering
  const [isDiffWhole, hearDiff] = useState(question.changedFrom === undefined)
  const hearArguments = useCallback((whole: boolean) => reportWhole(whole && isDiffWhole), [reportWhole, isDiffWhole])
  const allow = (scope: 'once' | AllowedMore): void =>
    void answer({ decision: 'allow', scope, ...(edit.arguments && { arguments: edit.arguments }) })
  const hasApp = useHost((state) => opensApp(state, ask))
  const allowAndOpen = (): void => {
    if (!ask.operation) return
    wantApp(ask.operation.call)
    // The app's own question follows, unless this app was allowed before.
    expectAsk({ kind: 'server-page', conversation: ask.operation.conversation })
    allow('once')
  }
  const written = useCoveredReason(ask, onLeave !== undefined)
  const deny = async (): Promise<void> => {
    const reason = written?.reason
    if ((await answer({ decision: 'deny', ...(reason !== undefined && { reason }) })) && reason !== undefined)
      written?.given()
  }
  const allowOnce = keyOf.consent(() => allow('once'))
  const input = edit.arguments ?? question.arguments
  const object = callObject(input)
  const inConversation = ruleOnButton(
    ask.operation && always.isUsable ? conversationRule(question, input, ask.operation.conversation) : undefined,
    edit.arguments !== undefined,
  )
  // For an app, it ends with the app, so the tool needs no limits.
  const scope: AllowedMore = question.page ? 'page' : 'conversation'
  const whileAppOpen = always.isUsable ? inbox.answers.allowWhileAppOpen : undefined
  const more = question.page ? whileAppOpen : inConversation
  // The rule on the button can be read only once "Allow…" is open, so its own time begins then.
  const ruleArmed = useArmed(isMore && answering.armed.armed, useWindowFocus(), more ?? '')
  const allowRule = (event: KeyboardEvent): void => {
    if (answering.obstacles.consent === undefined && !answering.busy && ruleArmed.accepts(event)) allow(scope)
  }
  const begin = edit.filled ? undefined : edit.begin

  return (
    <>
      <AskFrame
        ask={ask}
        answering={answering}
        from={name}
        title={question.title ?? question.tool}
        isTheirs={question.title !== undefined}
        says={isUndo ? inbox.answers.undo.title : undefined}
        aside={
          <code className={classes(styles.object, 'trunc', isPath(object ?? '') && 'trunc-start')}>
            {object !== undefined && <Plain text={object} />}
          </code>
        }
        end={
          <span className={styles.server}>
            <ServerSeal server={question.server} />
            {name}
          </span>
        }
        child={child}
        onLeave={onLeave}
        keys={{
          d: keyOf.brake(() => void deny()),
          a: allowOnce,
          ...(!isUndo && { c: more !== undefined && isMore ? allowRule : () => setMore(true) }),
          ...(begin && { e: keyOf.brake(begin) }),
          ...(!isUndo && always.block === undefined && { r: keyOf.brake(always.begin) }),
        }}
        actions={
          <>
            {written && <ReasonField written={written} />}
            <ApprovalAnswers
              answering={answering}
              edit={edit}
              isUndo={isUndo}
              more={more === undefined ? undefined : { label: more, scope }}
              rules={{
                isOpen: isMore,
                armed: ruleArmed,
                toggle: () => setMore(!isMore),
                children: <AlwaysAllow always={always} />,
              }}
              isSheet={onLeave !== undefined}
              allow={allow}
              allowAndOpen={hasApp ? allowAndOpen : undefined}
              deny={() => void deny()}
            />
            {!isUndo && always.block === undefined && <Suggestion ask={ask.id} open={always.open} />}
          </>
        }
      >
        <AskedByApp question={question} name={name} />
        <ChangedDefinition question={question} name={name} onWhole={hearDiff} />
        <AskedForSkill question={question} name={name} />
        <AskedBecause question={question} name={name} />
        <ApprovalContent
          ask={ask}
          edit={edit}
          answering={answering}
          name={name}
          onWhole={hearArguments}
          onLeave={onLeave}
          allow={allowOnce}
        />
        {!isUndo && <ApprovalFacts name={name} question={question} input={input} />}
      </AskFrame>
      {always.rule && (
        <Suspense>
          <RuleDialog
            ask={ask}
            answering={answering}
            edited={edit.arguments}
            rule={always.rule}
            onChange={always.change}
            movesOn={onLeave === undefined}
            onClose={always.close}
            onSaved={() => (isRuleSaved.current = true)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Whether the user asked for the call, to take a change back. */
const useIsUndo = ({ operation }: Ask): boolean =>
  useTurn(operation?.turn ?? '', ({ undoes }) => undoes !== undefined) === true

/** The message field, if the request covers it. For an app's call it stays one. */
function useCoveredReason({ question, operation }: ApprovalProps['ask'], isCovering: boolean) {
  const inComposer = useWrittenReason(operation?.conversation)
  return isCovering && !question.page ? inComposer : undefined
}

/** Whether the tool, as the question shows it, has an app for the result of a model's call. */
function opensApp({ configured, servers }: HostState, { question, operation }: ApprovalProps['ask']): boolean {
  const { server, tool, definition, page } = question
  const known = servers[server]?.tools[tool]
  const isOff = configured.servers[server]?.pages === 'off'
  return operation !== undefined && !page && !isOff && known?.hash === definition && known.page !== undefined
}
