import type { JsonObject } from '../../shared/schema/json.ts'
import type { ResourceContent } from '../../shared/content/listed.ts'
import { head } from '../../shared/text/clip.ts'

/** The texts of two versions of a resource by their addresses. Where one is cut, both are compared as far as that. */
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
