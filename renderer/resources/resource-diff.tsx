import { useMemo } from 'react'
import type { ResourceContent } from '../../shared/content/listed.ts'
import { Differences } from '../ui/json/differences.tsx'
import { lazyModule } from '../ui/lazy.ts'
import { resources } from '../strings/resources.ts'
import { Ext } from '../ui/third-party/ext.tsx'
import { head } from '../../shared/text/clip.ts'
import { Loading } from '../ui/loading.tsx'
import { ResourceContents } from '../content/resource-contents.tsx'
import type { JsonObject } from '../../shared/schema/json.ts'

const words = resources.diff
/** The diff library loads on demand, because most windows never need it. */
const useRows = lazyModule(() => import('../ui/json/definition-rows.ts'))

type ResourceDiffProps = { before: ResourceContent[]; now: ResourceContent[]; from: string }

/**
 * The differences between a resource as sent and as it is now, word by word; binary contents appear in their current
 * version.
 */
export function ResourceDiff({ before, now, from }: ResourceDiffProps) {
  const rows = useRows(true)
  const { old, next, isCut } = useMemo(() => comparedTexts(before, now), [before, now])
  const parts = useMemo(() => rows?.diffDefinitions(old, next), [rows, old, next])
  const binary = now.filter((content) => !('text' in content))
  if (!parts) return <Loading what={words.comparing} />
  return (
    <div className="stack gap4">
      {isCut && <p className="fs-small ink2">{words.cut}</p>}
      {parts.length > 0 ? (
        <Ext from={head(from, 200)} note={words.note}>
          <Differences parts={parts} />
        </Ext>
      ) : (
        binary.length === 0 && <p className="fs-small ink2">{words.same}</p>
      )}
      {binary.length > 0 && (
        <>
          <p className="fs-small ink2">{words.binary}</p>
          <ResourceContents contents={binary} from={from} />
        </>
      )}
    </div>
  )
}

/** The texts of a resource's two versions by URI. If one is cut, both are compared up to there. */
export function comparedTexts(
  before: ResourceContent[],
  now: ResourceContent[],
): { old: JsonObject; next: JsonObject; isCut: boolean } {
  const lengths = [...before, ...now].flatMap((one) => ('text' in one && one.isCut ? [one.text.length] : []))
  const most = Math.min(Infinity, ...lengths)
  const texts = (contents: ResourceContent[]): JsonObject =>
    Object.fromEntries(
      contents.flatMap((one): [string, string][] => ('text' in one ? [[one.uri, head(one.text, most)]] : [])),
    )
  return { old: texts(before), next: texts(now), isCut: lengths.length > 0 }
}
