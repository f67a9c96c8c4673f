import type { ExtensionUris } from '../../push/broker/a2a.ts'

export const EXTENSION_PATHS: ExtensionUris = {
  signature: '/a2a/ext/broker-signature/v1',
  encryption: '/a2a/ext/payload-encryption/v1',
}

/** The URI of each A2A extension of this installation is also where its text is served (BROKER-2, BROKER-3). */
export const extensionUris = (baseUrl: string): ExtensionUris => ({
  signature: `${baseUrl}${EXTENSION_PATHS.signature}`,
  encryption: `${baseUrl}${EXTENSION_PATHS.encryption}`,
})
