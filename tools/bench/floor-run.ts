// Program: the least work that page pyramids of a JPEG can be: decode it, encode it again a third larger (the levels
// 1 + 1/4 + 1/16 + ... add up to 4/3). Prints processor seconds a picture.
//
//   node floor-run.js FILE.jpg
import sharp from 'sharp';

const [file] = process.argv.slice(2);
if (!file) throw new Error('Say which picture to work on.');
sharp.cache(false);
sharp.concurrency(1);
const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
// once unmeasured: libraries load
await sharp(file).resize(512).raw().toBuffer();
const start = cpu();
const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
const decoded = cpu();
await sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  .jpeg({ quality: 85 })
  .toBuffer();
const encoded = cpu();
console.log(String(decoded - start + ((encoded - decoded) * 4) / 3));
