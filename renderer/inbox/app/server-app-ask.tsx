import type { Ask } from '../../../shared/asks/asks.ts'
import { AppReach, AppRow } from '../../content/app-reach.tsx'
import { Phrase } from '../../strings/phrase.tsx'
import { apps } from '../../strings/conversation/apps.ts'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { Ext, Plain, Word } from '../../ui/third-party/ext.tsx'
import { Sentence } from '../frame/ask-body.tsx'
import type { AskOfKindProps } from '../frame/ask-frame.tsx'
import { DecisionAsk } from '../frame/decision-ask.tsx'
import { useAnswering } from '../frame/use-answering.ts'

const words = apps.ask

type ServerAppAskProps = Omit<AskOfKindProps, 'ask'> & { ask: Extract<Ask, { kind: 'server-page' }> }

/** Can this app of a server run in the window? */
export function ServerAppAsk({ onRefused, ...place }: ServerAppAskProps) {
  const { ask } = place
  const { server, tool, title, uri, before, ...app } = ask.question
  const name = useServerName(server)
  const answering = useAnswering(ask, onRefused)
  const { answer } = answering
  const reaches = app.domains.some(({ refused }) => refused === undefined)
  return (
    <DecisionAsk
      {...place}
      answering={answering}
      from={name}
      title={before ? words.titleAgain : words.title}
      safe={{ label: words.leave, give: () => void answer({ decision: 'leave' }) }}
      consent={{ label: words.show, give: () => void answer({ decision: 'show' }) }}
      unread={words.unread}
      changed={before && <b>{words.changed}</b>}
      isWhole
    >
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
    </DecisionAsk>
  )
}

/** The host in an entry of `reachOf`, which begins with the name of its list. */
const hostOf = (reach: string): string => reach.slice(reach.indexOf(' ') + 1)
