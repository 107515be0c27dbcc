/** The port at which a server listens on this computer. */
export const listen = (server, port = 0, host = '127.0.0.1') =>
  new Promise((resolve, reject) =>
    server.once('error', reject).listen(port, host, () => resolve(server.address().port)),
  )
