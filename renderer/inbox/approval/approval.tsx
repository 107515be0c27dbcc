import { useCallback, useRef, useState } from 'react'
import type { Ask, Question } from '../../../shared/asks/asks.ts'
import { conversationRule } from '../../../shared/rules/rule-draft.ts'
import { useHost } from '../../state/replica.ts'
import { strings } from '../../strings/strings.ts'
import { Claims } from '../../ui/third-party/claims.tsx'
import { Ext, Plain } from '../../ui/third-party/ext.tsx'
import { ServerSeal, useServerName } from '../../ui/seal.tsx'
import { AlwaysAllow, useAlwaysAllow } from './always-allow.tsx'
import { Answers, ruleOnButton } from './answers.tsx'
import { ApprovalArguments } from './approval-arguments.tsx'
import { AskedBecause, ChangedDefinition } from './approval-reasons.tsx'
import styles from './approval.module.css'
import { AskFrame, Sentence } from '../frame/ask-frame.tsx'
import { useRemoteHost } from '../frame/remote-host.ts'
import { RuleDialog } from '../rule/rule-dialog.tsx'
import { Sends } from './sends.tsx'
import { useAnswering } from '../frame/use-answering.ts'
import { useEdit } from './use-edit.ts'

const words = strings.inbox.approval

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
    onRefused(isRuleSaved.current ? strings.rules.dialog.savedOnly(problem) : problem)
  const answering = useAnswering(ask, hearRefusal, edit)
  const always = useAlwaysAllow(ask, edit)
  const { answer, keyOf, hearWhole } = answering
  const [isDiffWhole, hearDiff] = useState(question.changedFrom === undefined)
  const hearArguments = useCallback((whole: boolean) => hearWhole(whole && isDiffWhole), [hearWhole, isDiffWhole])
  const allow = (scope: 'once' | 'conversation'): void =>
    void answer({ decision: 'allow', scope, ...(edit.arguments && { arguments: edit.arguments }) })
  const deny = (reason?: string): void => void answer(reason ? { decision: 'deny', reason } : { decision: 'deny' })
  const allowOnce = keyOf.consent(() => allow('once'))
  const input = edit.arguments ?? question.arguments
  const inConversation = ruleOnButton(
    ask.operation && conversationRule(question, input, ask.operation.conversation),
    edit.arguments !== undefined,
  )
  const begin = edit.filled ? undefined : edit.begin

  return (
    <>
      <AskFrame
        ask={ask}
        answering={answering}
        from={name}
        title={question.title ?? question.tool}
        isTheirs={question.title !== undefined}
        name={question.tool}
        child={child}
        onLeave={onLeave}
        keys={{
          d: keyOf.brake(deny),
          a: allowOnce,
          ...(inConversation !== undefined && { c: keyOf.consent(() => allow('conversation')) }),
          ...(begin && { e: keyOf.brake(begin) }),
          ...(always.block === undefined && { r: keyOf.brake(always.begin) }),
        }}
        actions={
          <Answers answering={answering} edit={edit} inConversation={inConversation} allow={allow} deny={deny}>
            <AlwaysAllow ask={ask} always={always} />
          </Answers>
        }
      >
        <Who server={question.server} name={name} />
        <ChangedDefinition question={question} name={name} onWhole={hearDiff} />
        <Sentence>
          <Sends question={question} arguments={input} />
        </Sentence>
        <Facts name={name} question={question} />
        <Ext from={name} note={words.noteOfDescription}>
          <Plain text={question.description || words.noDescription} limit={200} />
        </Ext>
        <AskedBecause question={question} name={name} />
        <ApprovalArguments
          ask={ask}
          edit={edit}
          answering={answering}
          name={name}
          onWhole={hearArguments}
          onLeave={onLeave}
          allow={allowOnce}
        />
      </AskFrame>
      {always.initial && (
        <RuleDialog
          ask={ask}
          answering={answering}
          edited={edit.arguments}
          initial={always.initial}
          leadsOn={onLeave === undefined}
          onClose={always.close}
          onSaved={() => (isRuleSaved.current = true)}
        />
      )}
    </>
  )
}

function Who({ server, name }: { server: string; name: string }) {
  const host = useRemoteHost(server)
  const config = useHost((state) => state.configured.servers[server])
  const command =
    config &&
    config.type !== 'playground' &&
    (config.type === 'http' ? config.url : [config.command, ...config.args].join(' '))
  return (
    <div className={styles.who}>
      <span className={styles.server}>
        <ServerSeal server={server} />
        {name}
      </span>
      <span>{host === undefined ? words.here : words.at(host)}</span>
      {command && (
        <code className={`${styles.command} trunc`} title={command}>
          <Plain text={command} />
        </code>
      )}
    </div>
  )
}

function Facts({ name, question }: { name: string; question: Question<'approval'> }) {
  const host = useRemoteHost(question.server)
  return (
    <div className={styles.facts}>
      <Claims from={name} claims={question.claims} />
      <span className={styles.fact}>{host === undefined ? words.runsHere : words.isSentTo(host)}</span>
      <span className={styles.legend}>{words.legend(name)}</span>
    </div>
  )
}
