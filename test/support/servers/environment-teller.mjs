// Says the names of its environment's variables, without those by which Node finds its parent, and waits for its end.
const names = Object.keys(process.env).filter(
  (name) => !name.startsWith('NODE_CHANNEL_') && name !== '__CF_USER_TEXT_ENCODING',
)
const { parentPort } = process
if (parentPort) parentPort.postMessage(names)
else process.send?.(names)
process.on('message', () => undefined)
