// Program: the least work that page pyramids of a picture can be: decode it, encode it again a third larger (the levels
// 1 + 1/4 + 1/16 + ... add up to 4/3), with the settings of the product's tiles. Prints processor seconds a picture.
//
//   node floor-run.js FILE.jpg|FILE.tif
import sharp, { type Sharp } from 'sharp';

const [file] = process.argv.slice(2);
if (!file) throw new Error('Say which picture to work on.');
sharp.cache(false);
sharp.concurrency(1);
const bilevel = file.endsWith('.tif');
const open = (): Sharp => {
  const picture = sharp(file, { limitInputPixels: 300e6, sequentialRead: true });
  return bilevel ? picture.toColourspace('b-w') : picture;
};
const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
// once unmeasured: libraries load
await sharp({ create: { width: 512, height: 512, channels: 3, background: '#fff' } })
  .jpeg()
  .toBuffer();
const start = cpu();
const { data, info } = await open().raw().toBuffer({ resolveWithObject: true });
const decoded = cpu();
const pixels = sharp(data, {
  raw: { width: info.width, height: info.height, channels: info.channels },
  limitInputPixels: 300e6,
});
if (info.channels === 1) pixels.toColourspace('b-w');
await (bilevel ? pixels.png({ compressionLevel: 3 }) : pixels.jpeg({ quality: 85 })).toBuffer();
const encoded = cpu();
console.log(String(decoded - start + ((encoded - decoded) * 4) / 3));
