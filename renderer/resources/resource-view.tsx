import type { ResourceContent } from '../../shared/content/listed.ts'
import { FreeAsksOf } from '../inbox/free-asks.tsx'
import { resources } from '../strings/resources.ts'
import { writerOf } from '../content/resource-words.ts'
import { Button } from '../ui/button.tsx'
import { Loading } from '../ui/loading.tsx'
import { Note } from '../ui/note.tsx'
import { ResourceContents } from '../content/resource-contents.tsx'
import { FetchOffer } from './fetch-offer.tsx'
import { Ext, Word } from '../ui/third-party/ext.tsx'
import type { Reading } from '../state/resources/use-readings.ts'

const words = resources.preview

type ResourceViewProps = {
  reading: Reading
  server: string
  from: string
  uri: string
  retry(): void
  /** The user agreed to fetch it from its address. */
  onFetch(): void
}

/** A server's contents, or its own words for why it refused. */
export function ResourceView({ reading, server, from, uri, retry, onFetch }: ResourceViewProps) {
  switch (reading.state) {
    case 'loading':
      return (
        <>
          <FreeAsksOf server={server} name={from} />
          <Loading what={words.loading(from)} lines={5} />
        </>
      )
    case 'failed':
      return (
        <>
          <Note kind="no" action={<Button onClick={retry}>{words.again}</Button>}>
            {reading.problem}
          </Note>
          <FetchOffer uri={uri} from={from} onFetch={onFetch} />
        </>
      )
    case 'ready':
      return (
        <>
          {reading.problems.map((problem) => (
            <Note key={problem} kind="no">
              {problem}
            </Note>
          ))}
          {reading.folder ? (
            <FolderContents contents={reading.contents} from={from} />
          ) : (
            <ResourceContents contents={reading.contents} from={writerOf({ uri, fetched: reading.fetched }, from)} />
          )}
        </>
      )
    default:
      return reading satisfies never
  }
}

/** A folder's entries by their URIs; each is read by itself. */
function FolderContents({ contents, from }: { contents: ResourceContent[]; from: string }) {
  const { inside, empty } = resources.folder
  if (contents.length === 0) return <p className="ink3">{empty}</p>
  return (
    <Ext from={from}>
      <ul className="stack gap1" aria-label={inside}>
        {contents.map(({ uri }, index) => (
          <li key={index}>
            <code className="mono fs-small breaks">
              <Word text={uri} />
            </code>
          </li>
        ))}
      </ul>
    </Ext>
  )
}
