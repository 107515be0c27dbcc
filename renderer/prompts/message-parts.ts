import { isObject, type JsonValue } from '../../shared/schema/json.ts'
import { isForModels } from '../../shared/content/annotations.ts'
import { readable } from '../../shared/content/embedded.ts'
import type { PromptMessage, ResourceContent } from '../../shared/content/listed.ts'
import { contentsOf } from '../content/contents.ts'
import { prompts } from '../strings/prompts.ts'

const words = prompts.dialog

/** The content of a prompt's message (specification, server/prompts). Unknown types keep their JSON. */
export type MessagePart =
  | { kind: 'text'; text: string }
  | { kind: 'image' | 'audio' | 'resource'; content: ResourceContent }
  | { kind: 'link'; uri: string; name: string; description: string | undefined }
  | { kind: 'other'; json: JsonValue }

/** A message's content by kind; content that doesn't fit its kind is `other`, and shown as JSON. */
export function messagePartOf(message: PromptMessage): MessagePart {
  const content = readable(message.content)
  if (!isObject(content)) return { kind: 'other', json: content }
  const { type, text, data, mimeType, uri, name, description, resource } = content
  if (type === 'text' && typeof text === 'string') return { kind: 'text', text }
  if (type === 'image' || type === 'audio') {
    const [media] = contentsOf([{ uri: '', blob: data ?? null, mimeType: mimeType ?? null }])
    if (media) return { kind: type, content: media }
  }
  if (type === 'resource_link' && typeof uri === 'string')
    return {
      kind: 'link',
      uri,
      name: typeof name === 'string' && name !== '' ? name : uri,
      description: typeof description === 'string' ? description : undefined,
    }
  const [embedded] = type === 'resource' ? contentsOf([resource ?? null]) : []
  return embedded ? { kind: 'resource', content: embedded } : { kind: 'other', json: content }
}

/** Messages stored in a sent message; leaves out invalid ones. */
export const messagesOf = (value: JsonValue): PromptMessage[] =>
  (Array.isArray(value) ? value : []).flatMap((one): PromptMessage[] => {
    if (!isObject(one)) return []
    const { role, content } = one
    return (role === 'user' || role === 'assistant') && content !== undefined ? [{ role, content }] : []
  })

/** The part of a prompt that can become the user's own text, and in words what can't. */
export function asOwnWords(messages: PromptMessage[]): { texts: string[]; lost: string[] } {
  const texts: string[] = []
  const lost = { forYou: 0, assistant: 0, images: 0, audio: 0, resources: 0, links: 0 }
  for (const message of messages) {
    const part = messagePartOf(message)
    if (!isForModels(message.content)) lost.forYou++
    else if (message.role === 'assistant') lost.assistant++
    else if (part.kind === 'text') texts.push(part.text)
    else if (part.kind === 'image') lost.images++
    else if (part.kind === 'audio') lost.audio++
    else if (part.kind === 'link') lost.links++
    else lost.resources++
  }
  const { forYou, assistant, images, audio, resources, links } = lost
  return {
    texts,
    lost: [
      ...(forYou > 0 ? [words.forYou(forYou)] : []),
      ...(assistant > 0 ? [words.assistant(assistant)] : []),
      ...(images > 0 ? [words.images(images)] : []),
      ...(audio > 0 ? [words.audio(audio)] : []),
      ...(resources > 0 ? [words.resources(resources)] : []),
      ...(links > 0 ? [words.links(links)] : []),
    ],
  }
}
