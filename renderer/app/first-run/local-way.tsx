import { LocalModelsFinder } from '../../models/local-models.tsx'
import { strings } from '../../strings/strings.ts'
import { Way } from './way.tsx'

const words = strings.firstRun.local

/** A model that runs here. It is looked for only when the person says so. */
export function LocalWay({ block, onBegin }: { block: string | undefined; onBegin(): void }) {
  return (
    <Way
      icon="chip"
      title={words.title}
      lede={words.lede}
      facts={[{ gain: true, text: words.offline }, { text: words.slower }, { text: words.memory }]}
    >
      <LocalModelsFinder block={block} onUsed={onBegin} />
    </Way>
  )
}
