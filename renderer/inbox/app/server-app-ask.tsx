import { useEffect } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import { AppReach, AppRow } from '../../content/app-reach.tsx'
import { Phrase } from '../../strings/phrase.tsx'
import { apps } from '../../strings/conversation/apps.ts'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { Ext, Plain, Word } from '../../ui/third-party/ext.tsx'
import { Consent, SafeAnswer, SkipButton, useHint } from '../frame/answer-buttons.tsx'
import { AskFrame, Sentence } from '../frame/ask-frame.tsx'
import type { AskOfKindProps } from '../frame/ask-props.ts'
import { useAnswering } from '../frame/use-answering.ts'

const words = apps.ask

type ServerAppAskProps = Omit<AskOfKindProps, 'ask'> & { ask: Extract<Ask, { kind: 'server-page' }> }

/** Can this app of a server run in the window? */
export function ServerAppAsk({ ask, child, step, onLeave, onRefused }: ServerAppAskProps) {
  const { server, tool, title, uri, before, ...app } = ask.question
  const name = useServerName(server)
  const answering = useAnswering(ask, onRefused)
  const { answer, keyOf, reportWhole } = answering
  // Nothing in it is collapsed.
  useEffect(() => reportWhole(true), [reportWhole])
  const hint = useHint(answering, words.unread)
  const show = (): void => void answer({ decision: 'show' })
  const leave = (): void => void answer({ decision: 'leave' })
  const reaches = app.domains.some(({ refused }) => refused === undefined)
  return (
    <AskFrame
      ask={ask}
      answering={answering}
      from={name}
      title={before ? words.titleAgain : words.title}
      {...(child !== undefined && { child })}
      step={step}
      onLeave={onLeave}
      keys={{ d: keyOf.brake(leave) }}
      actions={
        <>
          <SafeAnswer answering={answering} keys="D" give={leave}>
            {words.leave}
          </SafeAnswer>
          <Consent answering={answering} hint={hint.id} give={show}>
            {words.show}
          </Consent>
          {hint.line}
          <SkipButton step={step} />
        </>
      }
    >
      {before && (
        <Note kind="no" quiet>
          <b>{words.changed}</b>
        </Note>
      )}
      <Sentence>
        <Phrase
          text={words.asks}
          slots={{
            server: <b>{name}</b>,
            tool: (
              <b>
                <Plain text={title ?? tool} limit={60} />
              </b>
            ),
          }}
        />
      </Sentence>
      <Sentence>{reaches ? words.getsAndSends : words.gets}</Sentence>
      <AppReach from={name} app={app}>
        <AppRow name={words.uri}>
          <Ext from={name}>
            <code>
              <Word text={uri} />
            </code>
          </Ext>
        </AppRow>
        {before && (
          <AppRow name={words.before}>
            {before.domains.length === 0 ? words.noneBefore : <Word text={before.domains.map(hostOf).join(', ')} />}
          </AppRow>
        )}
      </AppReach>
      <Note>{words.means}</Note>
    </AskFrame>
  )
}

/** The host in an entry of `reachOf`, which begins with the name of its list. */
const hostOf = (reach: string): string => reach.slice(reach.indexOf(' ') + 1)
