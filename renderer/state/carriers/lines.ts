/** The lines of a stream of UTF-8, without their ends; what follows the last end is no line. */
export async function* readLines(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let pending: string[] = []
  for await (const chunk of bytes.pipeThrough(new TextDecoderStream())) {
    const [first = '', ...rest] = chunk.split('\n')
    pending.push(first)
    for (const part of rest) {
      yield pending.join('')
      pending = [part]
    }
  }
}
