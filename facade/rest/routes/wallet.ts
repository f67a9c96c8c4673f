import { bindWallet } from '../../../tools/wallet/bind-wallet.ts'
import { getWallet } from '../../../tools/wallet/get-wallet.ts'
import { unbindWallet } from '../../../tools/wallet/unbind-wallet.ts'
import { route, routeGroup } from '../route.ts'

export const wallet = routeGroup('4.14', 'The wallet of an agent', [
  route('GET', '/wallet', getWallet, { action: 'wallet.get' }),
  route('PUT', '/wallet', bindWallet, { action: 'wallet.bind' }),
  route('DELETE', '/wallet', unbindWallet, { action: 'wallet.unbind' }),
])
