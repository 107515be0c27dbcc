import { useRef, type KeyboardEvent } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import { useRemoteHost } from '../../state/servers/use-servers.ts'
import { questions } from '../../strings/inbox/questions.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { CancelAnswer, Consent, SafeAnswer, useHint } from '../frame/answer-buttons.tsx'
import { AskedAgo, Sentence, ServerMessage } from '../frame/ask-body.tsx'
import { AskFrame, type AskOfKindProps } from '../frame/ask-frame.tsx'
import { focusField, FormFields } from './form-fields.tsx'
import { useAnswering, type Answering } from '../frame/use-answering.ts'
import { useFormAsk, type FormState } from './use-form-ask.ts'

const words = questions

type FormAskProps = Omit<AskOfKindProps, 'ask'> & { ask: Extract<Ask, { kind: 'form' }> }

/** A server's form to fill in. */
export function FormAsk({ ask, child = false, onLeave, onRefused }: FormAskProps) {
  const { server, message } = ask.question
  const name = useServerName(server)
  const host = useRemoteHost(server)
  const form = useFormAsk(ask)
  const answering = useAnswering(ask, onRefused, { content: ask.contentHash, obstacle: obstacleOf(form) })
  const { answer, keyOf, safeButton } = answering
  const place = useRef<HTMLDivElement>(null)
  /** Reads the answer; if something is wrong, focuses the first error instead. */
  const read = (): (() => void) | undefined => {
    const it = form.read()
    if ('wrong' in it) return focusField(place.current, it.wrong)
    const insists = form.insists && ({ insists: true } as const)
    return () => void answer({ action: 'accept', content: it.content, ...insists })
  }
  const onSubmitKey = (event: KeyboardEvent): void => {
    const send = obstacleOf(form) === undefined ? read() : undefined
    if (!send) return
    keyOf.consent(send)(event)
    safeButton.current?.closest('footer')?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <AskFrame
      ask={ask}
      answering={answering}
      title={words.form.title(name)}
      goesTo={host === undefined ? words.goesTo.program(name) : words.goesTo.remote(name, host)}
      count={words.form.fields(form.fields.length)}
      child={child}
      onLeave={onLeave}
      isWhole
      keys={{}}
      submit={onSubmitKey}
      actions={<FormAnswers answering={answering} form={form} submit={() => read()?.()} />}
    >
      <AskedAgo ask={ask} />
      <ServerMessage server={server} text={message} />
      {form.problem !== undefined && <Note kind="no">{words.form.problem(form.problem)}</Note>}
      <Secrets ask={ask} form={form} name={name} />
      <div ref={place}>
        {form.problem === undefined && form.fields.length === 0 && <Sentence>{words.form.none}</Sentence>}
        <FormFields form={form} from={name} />
      </div>
      {form.leftOut.length > 0 && <LeftOut names={form.leftOut} />}
      {!form.isKept && <Note kind="no">{words.form.notKept}</Note>}
    </AskFrame>
  )
}

/** Why the form can't be sent, whatever its values. */
function obstacleOf({ problem, isClosed }: FormState): string | undefined {
  if (problem !== undefined) return words.form.problem(problem)
  return isClosed ? words.secret.obstacle : undefined
}

type FormAnswersProps = { answering: Answering; form: FormState; submit(): void }

function FormAnswers({ answering, form, submit }: FormAnswersProps) {
  const toFix = form.marked > 0 ? words.form.toFix(form.marked) : undefined
  const hint = useHint(answering, toFix ?? words.unread, toFix ?? words.form.never)
  return (
    <>
      <SafeAnswer answering={answering} give={() => void answering.answer({ action: 'decline' })}>
        {words.decline}
      </SafeAnswer>
      <Consent answering={answering} hint={hint.id} keys="Ctrl Enter" give={submit}>
        {words.form.submit}
      </Consent>
      {hint.line}
      <CancelAnswer answering={answering} />
    </>
  )
}

/** The optional fields that aren't shown, by their names. */
const LeftOut = ({ names }: { names: readonly string[] }) => (
  <Note>
    {words.form.leftOut(names.length)} <Plain text={names.slice(0, mostNamed).join(', ')} />
    {names.length > mostNamed && words.form.more(names.length - mostNamed)}
  </Note>
)

/** How many of them are named. */
const mostNamed = 5

/** A warning about fields that seem to ask for a secret, and the way around it. */
function Secrets({ ask, form, name }: { ask: FormAskProps['ask']; form: FormState; name: string }) {
  const { secrets, doubts = [] } = ask.question
  if (secrets.length === 0) return null
  if (form.insists) return <Note>{words.secret.insisted(name)}</Note>
  return (
    <Note kind="no" action={<Button onClick={form.insist}>{words.secret.insist}</Button>}>
      {doubts.length === secrets.length ? (
        <>
          <b>{words.secret.doubt}</b> {words.secret.doubtMeans(name)}
        </>
      ) : (
        <>
          <b>{secrets.includes('') ? words.secret.message : words.secret.some(secrets.length)}</b>{' '}
          {words.secret.means(name)}
        </>
      )}
    </Note>
  )
}
