// What the command line may use of sockets, disks and timers.
export {
  type Address,
  isLocal,
  longestSocketPath,
  readAddress,
  readListen,
  showAddress,
} from './address.ts';
export { type AsideLink, type AsideLinkEvents, connectAside } from './aside-link.ts';
export { type ClientOptions, ClusterClient, type ClusterStatus } from './client.ts';
export {
  connectToNode,
  type NodeLink,
  type NodeLinkEvents,
  type NodeLinkOptions,
} from './client-link.ts';
export { type DataDirectory, freshNodeName, openDataDirectory } from './data-directory.ts';
export type { DialFailure } from './dial.ts';
export { DirectoryDisk, type Disk, type DiskEvents, forgetfulDisk } from './disk.ts';
export { Host, type HostOptions } from './host.ts';
export { type Limits, usualLimits } from './limits.ts';
export { MemoryNetwork } from './memory.ts';
export { ClusterNode, type NodeEffect, NodeFailure, type NodeOptions } from './node.ts';
export { type Credentials, readSecret, readTls, type Tls, type TlsFiles } from './secret.ts';
export { Sessions, type SessionsOptions } from './sessions.ts';
export type {
  ClientEvents,
  ClientLink,
  Found,
  Transport,
  TransportEvents,
} from './transport.ts';
export { openWsTransport, type WsOptions, type WsTransport } from './ws-transport.ts';
