/**
 * Arrays in PostgreSQL's binary format, which the driver sends as they are. Of a thousand values, to write and parse them as text
 * costs more than to look them up. https://github.com/postgres/postgres/blob/master/src/backend/utils/adt/arrayfuncs.c (`array_recv`)
 */

/** Object ids of the types of the elements, which never change (`pg_type.dat`). */
const TYPE = { text: 25, uuid: 2950 } as const;
/** How many dimensions, whether there are nulls, the type of the elements, how many there are, the first index: four bytes each. */
const HEAD_BYTES = 20;
const LENGTH_BYTES = 4;
const UUID_BYTES = 16;

/** `text[]` */
export const textArray = (values: readonly string[]): Buffer => {
  const bytes = values.reduce((sum, value) => sum + Buffer.byteLength(value), 0);
  const array = arrayOf(TYPE.text, values.length, bytes);
  let end = HEAD_BYTES;
  for (const value of values) {
    const length = array.write(value, end + LENGTH_BYTES);
    array.writeInt32BE(length, end);
    end += LENGTH_BYTES + length;
  }
  return array;
};

/** `uuid[]` of 32 hexadecimal digits each. */
export const uuidArray = (values: readonly string[]): Buffer => {
  const array = arrayOf(TYPE.uuid, values.length, values.length * UUID_BYTES);
  let end = HEAD_BYTES;
  for (const value of values) {
    array.writeInt32BE(UUID_BYTES, end);
    array.write(value, end + LENGTH_BYTES, 'hex');
    end += LENGTH_BYTES + UUID_BYTES;
  }
  return array;
};

/** An array's head, and room for its values. A dimension without values is read as an empty array, which has none. */
const arrayOf = (type: number, count: number, valueBytes: number): Buffer => {
  const array = Buffer.allocUnsafe(HEAD_BYTES + count * LENGTH_BYTES + valueBytes);
  for (const [index, word] of [1, 0, type, count, 1].entries()) array.writeInt32BE(word, index * 4);
  return array;
};
