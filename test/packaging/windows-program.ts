/** A length in bytes, rounded up. */
const roundUp = (length: number, to: number): number => Math.ceil(length / to) * to

const padded = (bytes: Buffer, to: number): Buffer => Buffer.concat([bytes], roundUp(bytes.length, to))

const wide = (text: string): Buffer => Buffer.from(`${text}\0`, 'utf16le')

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, index * 2)
  return bytes
}

function doubleWords(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}

/** One node of a version resource: its length, name, value and children, each aligned to four bytes. */
function versionNode(name: string, value: Buffer, below: Buffer[] = [], isText = false): Buffer {
  const head = Buffer.concat([words(0, isText ? value.length / 2 : value.length, Number(isText)), wide(name)])
  const node = Buffer.concat([padded(head, 4), padded(value, 4), ...below.map((it) => padded(it, 4))])
  node.writeUInt16LE(node.length, 0)
  return node
}

/** A program's version information, in one language, US English; electron-builder overwrites it. */
function versionResource(): Buffer {
  const none = Buffer.alloc(0)
  const product = versionNode('ProductName', wide('Electron'), [], true)
  const strings = versionNode('StringFileInfo', none, [versionNode('040904b0', none, [product], true)], true)
  const translation = versionNode('VarFileInfo', none, [versionNode('Translation', words(0x409, 1200))], true)
  const fixed = doubleWords(0xfeef04bd, 0x10000, 0, 0, 0, 0, 0x3f, 0, 0x40004, 1, 0, 0, 0)
  return versionNode('VS_VERSION_INFO', fixed, [strings, translation])
}

/** The resource section: type 16 (version) → number 1 → language → the resource, all at this address. */
function resources(address: number): Buffer {
  const directory = (id: number, entry: number): Buffer =>
    Buffer.concat([doubleWords(0, 0, 0), words(0, 1), doubleWords(id, entry)])
  const resource = versionResource()
  const below = 0x80000000
  return Buffer.concat([
    directory(16, below + 24),
    directory(1, below + 48),
    directory(0x409, 72),
    doubleWords(address + 88, resource.length, 0, 0),
    resource,
  ])
}

const alignment = { file: 0x200, memory: 0x1000 }

/** A Windows program that does nothing, with this data in it and a version description. */
export function windowsProgram(data: Buffer): Buffer {
  const [dataAt, resourcesAt] = [alignment.memory, alignment.memory * 2]
  const contents: [name: string, address: number, bytes: Buffer][] = [
    ['.data', dataAt, data],
    ['.rsrc', resourcesAt, resources(resourcesAt)],
  ]
  let offset = alignment.file
  const headers: Buffer[] = []
  for (const [name, address, bytes] of contents) {
    const size = roundUp(bytes.length, alignment.file)
    const title = Buffer.concat([Buffer.from(name)], 8)
    headers.push(title, doubleWords(bytes.length, address, size, offset, 0, 0, 0, 0x40000040))
    offset += size
  }
  const directories = Buffer.alloc(16 * 8)
  directories.writeUInt32LE(resourcesAt, 16)
  directories.writeUInt32LE(contents[1]?.[2].length ?? 0, 20)
  const optional = Buffer.concat([
    words(0x20b, 0),
    doubleWords(0, 0, 0, 0, 0),
    doubleWords(0x400000, 0, alignment.memory, alignment.file),
    words(6, 0, 0, 0, 6, 0),
    doubleWords(0, resourcesAt + alignment.memory, alignment.file, 0),
    words(2, 0),
    doubleWords(0x100000, 0, 0x1000, 0, 0x100000, 0, 0x1000, 0, 0, 16),
    directories,
  ])
  const dos = Buffer.alloc(64)
  dos.write('MZ')
  dos.writeUInt32LE(64, 60)
  const machine = words(0x8664, contents.length)
  const head = [dos, Buffer.from('PE\0\0'), machine, doubleWords(0, 0, 0), words(optional.length, 0x22), optional]
  return Buffer.concat([
    padded(Buffer.concat([...head, ...headers]), alignment.file),
    ...contents.map(([, , bytes]) => padded(bytes, alignment.file)),
  ])
}
