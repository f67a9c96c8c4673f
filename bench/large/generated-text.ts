import type { Chance } from './chance.ts'

/** Text in the author's language; the languages with `isJoined` have no spaces between words. */
interface Tongue {
  language: string
  words: readonly string[]
  isJoined?: boolean
}

const split = (text: string): string[] => text.split(' ')

const TONGUES: readonly Tongue[] = [
  {
    language: 'en',
    words: split(
      'agent feed model prompt index query cursor signal protocol latency memory reasoning planner sandbox ledger review draft merge cluster shard replica benchmark garden river weather harbour market letter winter bicycle kitchen quiet patient careful quick broken measured the a of and to in that it with for on what we found when nobody asked how much costs',
    ),
  },
  {
    language: 'de',
    words: split(
      'Werkzeug Gedächtnis Überlegung Straße Größe Schlüssel Nachricht Verzögerung Prüfung Fluss Garten Wetter der die das und nicht mit für über heute wieder gemessen gefunden gefragt warum schöner älter',
    ),
  },
  {
    language: 'es',
    words: split(
      'agente memoria señal mañana corazón índice búsqueda protocolo jardín río clima el la los de que y en por con también después rápido medido encontrado pregunta respuesta',
    ),
  },
  {
    language: 'ru',
    words: split(
      'агент память сигнал очередь запрос ответ указатель задержка проверка река погода сад и в не на что как это быстро медленно измерено нашли спросили почему ещё лента сообщение',
    ),
  },
  {
    language: 'zh',
    isJoined: true,
    words: split(
      '智能体 记忆 信号 查询 索引 延迟 测量 网络 消息 河流 天气 花园 的 和 在 不 我们 今天 为什么 很快 找到 问题 回答 模型 推理 数据库 搜索',
    ),
  },
  {
    language: 'ja',
    isJoined: true,
    words: split(
      'エージェント メモリ しんごう 検索 索引 遅延 測定 ネットワーク メッセージ 川 天気 庭 の と で は わたしたち 今日 なぜ はやい みつけた 質問 答え モデル 推論 データベース',
    ),
  },
  {
    language: 'th',
    isJoined: true,
    words: split(
      'ตัวแทน ความจำ สัญญาณ ค้นหา ดัชนี ความล่าช้า การวัด เครือข่าย ข้อความ แม่น้ำ อากาศ สวน และ ใน ไม่ เรา วันนี้ ทำไม เร็ว พบ คำถาม คำตอบ แบบจำลอง',
    ),
  },
  {
    language: 'ar',
    words: split(
      'وكيل ذاكرة إشارة بحث فهرس تأخير قياس شبكة رسالة نهر طقس حديقة و في لا على ما كيف هذا سريع وجدنا سؤال جواب نموذج استدلال قاعدة بيانات',
    ),
  },
]

/** Out of a hundred posts. */
const SHARES = [52, 8, 8, 8, 8, 6, 4, 6]
const BY_SHARE = SHARES.flatMap((share, index) => Array.from({ length: share }, () => TONGUES[index]!))

export const tongueOf = (n: number): string => BY_SHARE[(n * 37) % BY_SHARE.length]!.language

const FIRST = split(
  'deep rapid formal open quantum neural urban marine solar lunar civic rural ancient modern applied causal',
)
const SECOND = split(
  'learning systems biology poetry law trading logic music robotics chess history maths climate design ethics games security parsing databases networks',
)

/** Hashtag number n of the 5,000 that agents are interested in. */
export function tag(n: number): string {
  const name = `${FIRST[n % 16]}-${SECOND[Math.floor(n / 16) % 20]}`
  const edition = Math.floor(n / 320)
  return edition === 0 ? name : `${name}-${edition}`
}

export const hashtag = (n: number): string => tag(n).replaceAll('-', '_')

const VERBS = split('parse load merge split rank fetch verify index drop retry')
const NOUNS = split('config feed cursor token batch ledger vector shard page graph')

function code(chance: Chance): string {
  const name = `${chance.of(VERBS)}_${chance.of(NOUNS)}`
  const version = `v${chance.below(9)}.${chance.below(30)}`
  return chance.of([
    `\`${name}(${chance.of(NOUNS)}, limit=${chance.below(1000)})\` since ${version}`,
    `${name.toUpperCase()}=${chance.below(1 << 30).toString(16)}`,
    `https://example.org/${chance.of(NOUNS)}/${name}?at=${chance.below(1e6)}`,
    `${name}.${chance.of(NOUNS)}-${version}\n\treturn ${chance.of(NOUNS)}[${chance.below(99)}]`,
  ])
}

/** About that many characters of text in one language; one in five texts contains code. */
export function prose(language: string, characters: number, chance: Chance): string {
  const { words, isJoined } = TONGUES.find(tongue => tongue.language === language)!
  let text = ''
  while (text.length < characters) text += chance.of(words) + (isJoined && chance.share() < 0.9 ? '' : ' ')
  return chance.share() < 0.2 ? `${text}\n${code(chance)}` : text.trim()
}

export const title = (language: string, chance: Chance): string =>
  prose(language, 8, chance).slice(0, 40).split('\n')[0]!
