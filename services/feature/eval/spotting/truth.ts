/**
 * Ground truth: hazards lettered on the corpus' eleven sheets, recorded by eye. A row: the land uses that the lettering
 * means (any is correct), the centre of its words in picture pixels, and the printed text. Rows with `~` are optional:
 * part of a site with another row, ambiguous words, or lettering cut by the sheet's edge. A missing proposal there is
 * no miss.
 *
 * Parts of ordinary houses (D, S, stables, bakeries, carpenters, stone and brick yards) are not listed hazards.
 * Smithies and named works without a more specific use are `manufacturing`.
 */

/** One lettering, or several of one site. */
export interface TruthRow {
  landUses: readonly string[];
  x: number;
  y: number;
  printed: string;
  /** Whether a reader of the sheet must find it. */
  isAsked: boolean;
}

export interface TruthSheet {
  /** File in the corpus, and page number from 1. */
  file: string;
  page: number;
  /** Held out: not used for tuning. */
  isHeldOut: boolean;
  rows: readonly TruthRow[];
}

const rowsOf = (text: string): TruthRow[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const isAsked = !line.startsWith('~');
      const [uses = '', x, y, ...printed] = (isAsked ? line : line.slice(1)).split(' ');
      return { landUses: uses.split('|'), x: Number(x), y: Number(y), printed: printed.join(' '), isAsked };
    });

const sheet = (file: string, page: number, rows: string, isHeldOut = false): TruthSheet => ({
  file: `sanborn-${file}.pdf`,
  page,
  isHeldOut,
  rows: rowsOf(rows),
});

export const TRUTH: readonly TruthSheet[] = [
  sheet(
    'brooklyn-1887',
    1,
    `
    chemical_manufacturing|manufacturing 170 352 Shoe Polish Fac.
    printing_facility|manufacturing 1010 330 McLOUGHLIN BRO'S PUBLISHERS & TOY MFRS
    printing_facility 935 370 Printing 1st & 2d
    manufacturing|lumber_yard 866 333 Wood Working
    ~printing_facility 953 340 Bindery
    ~body_shop|manufacturing|chemical_warehouse 953 292 Varnishing 5th
    metal_plating 205 850 Japanning & Printing 6th
    ~printing_facility 245 846 Printing 6th
    manufacturing 230 928 TINWARE MFRS
    ~metal_plating 195 900 Japanning kilns
    ~coal_storage 285 872 Coal Vault under drive
    ~manufacturing|industrial_facility 150 830 Mineral Waters
    ~manufacturing 560 836 NEW YORK & BKLYN COFFIN CO
    manufacturing 515 818 Manufact'g & Finishing
    manufacturing 150 1120 Coffin Fac.
    ~body_shop|chemical_warehouse|manufacturing 560 893 Paints & Varnishing
    ~manufacturing 95 1135 Carriage Supplies
    industrial_facility|manufacturing 590 1142 DE CASTRO & DONNER'S SUGAR REFINERY
    industrial_facility|chemical_manufacturing|manufacturing 580 1212 Bone Black Kiln House
    manufacturing 625 1298 Machine Shop
    ~manufacturing 215 1295 NATIONAL METER COMP'Y
    metal_plating|manufacturing 175 1345 Japan Oven
    foundry_smelter 240 1350 Iron Foundry
    ~foundry_smelter 270 1400 Cupola
    ~foundry_smelter 245 1393 Core Ovens
    coal_storage 110 1365 Coal Shed
    coal_storage 190 1468 Coal Trestle
    coal_storage 550 1475 Coal Trestle
    ~industrial_facility 620 1385 All of the sugar refinery
    manufacturing 635 1412 Bl.Sm.
    manufacturing 735 1350 Bl.Sm.
    manufacturing 908 788 Bl.Sm. Shop, Belting, Gold Pen M'f'y
    manufacturing|tannery_leather_works 1003 890 N.Y. LEATHER BELTING CO.
    ~manufacturing 880 893 Pattern Shop
    manufacturing 962 885 Machine Shop
    manufacturing 770 950 GUILD & GARRISON PUMP WORKS
    ~manufacturing 775 930 Machine Shops
    manufacturing 845 917 Bl.Sm.
    ~manufacturing 880 930 Machine Fitting
    manufacturing 920 1003 MERRIL BROS. Machinists
    foundry_smelter 1108 968 BELL & FYFE IRON FOUNDRY
    ~foundry_smelter 1110 915 Cupola
    ~manufacturing 1085 900 Pattern Shop
    chemical_manufacturing 1250 893 RIVERSIDE CHEMICAL WORKS
    ~chemical_manufacturing|manufacturing 1245 858 Salve Fac.
    ~chemical_manufacturing|industrial_facility 1335 940 Refining Rm.
    gas_holder_site 800 1207 Gasometer
    ~manufactured_gas_plant 895 1130 Governor Ho.
    manufactured_gas_plant 975 1215 Purifying Ho.
    manufactured_gas_plant 860 1275 PEOPLES GAS LIGHT CO.
    ~manufactured_gas_plant 880 1342 Condenser Ho.
    manufactured_gas_plant 802 1492 Retort Ho.
    fuel_storage 802 1520 Used for Storing oil
    fuel_storage 876 1470 Iron Coal Oil Tanks
    coal_storage 930 1485 Coal Shed
    ~fuel_storage 955 1530 Iron Tank
    ~manufacturing 1310 1153 Wheelwright
    manufacturing 1315 1178 Bl.Sm.
    dump|incinerator|landfill 1340 1325 Garbage Dock
    `,
  ),
  sheet(
    'brooklyn-1887',
    2,
    `
    ~manufacturing 705 683 DAVIDSON STEAM PUMP CO.
    manufacturing 655 730 Smithy
    manufactured_gas_plant 988 617 NASSAU GAS LIGHT CO.
    gas_holder_site 979 713 Gasometer
    ~manufactured_gas_plant 885 705 Valve Ho.
    ~lumber_yard 585 750 Piles of Cord Wood
    manufacturing|lumber_yard 555 800 KINDLING WOOD FAC.
    lumber_yard 350 777 Lumber Shed
    manufacturing 355 870 Box Factory
    lumber_yard|manufacturing 205 905 Saw & Planing Mill
    lumber_yard 330 1077 Lumber Shed
    ~lumber_yard 325 1140 Lumber
    ~lumber_yard 745 832 Lumber
    ~manufacturing 680 855 Pattern Shop
    foundry_smelter 618 903 Foundry
    ~foundry_smelter 620 943 Cupolas
    ~foundry_smelter 575 898 Core Ovens
    manufacturing 570 1112 Railing Shop, Mach. Shop
    chemical_manufacturing|manufacturing|industrial_facility 230 1233 BROOKLYN SULPHUR WORKS
    ~chemical_manufacturing|manufacturing 305 1335 Sulphur Retorts
    ~manufacturing|chemical_manufacturing|industrial_facility 278 1355 Factory
    ~coal_storage 243 1375 Coal
    ~coal_storage 485 1290 Coal Bins
    coal_storage 460 1358 A.G. SCHOLES COAL YARD
    ~coal_storage 405 1390 Coal Shed
    coal_storage 620 1338 J.T. STORY COAL YARD
    ~coal_storage 615 1378 Coal Pockets
    ~lumber_yard 1330 700 Lumber
    lumber_yard 1350 755 Lumber
    ~lumber_yard 1375 832 Lumber
    ~lumber_yard 1350 935 Lumber
    ~lumber_yard 1405 920 Lumber
    lumber_yard 1330 1137 Lumber Shed
    ~lumber_yard 1365 1178 R.G. PHELPS & CO. LUMBER YARD
    ~manufactured_gas_plant|fuel_storage 940 812 Gas Ho. Producers Undergr'd
    manufacturing|foundry_smelter 1000 823 Hammer Shop
    foundry_smelter|manufacturing 1015 950 Rolling Mill
    foundry_smelter 925 1025 Foundry
    foundry_smelter|manufacturing 1010 1045 CHROME STEEL WORKS
    ~foundry_smelter 935 895 Melting Oven
    ~foundry_smelter|manufacturing 1040 850 Heating Ovens
    textile_facility|manufacturing 1250 935 JOS. T. PERKINS & CO. WORSTED MFRS
    ~manufacturing|mining_quarry 1145 1243 BRICK YARD
    `,
  ),
  sheet(
    'brooklyn-1887',
    3,
    `
    manufacturing 290 488 CAMPBELL PRINTING PRESS MFG CO.
    ~manufacturing|metal_plating 395 490 Printers Brass Material
    ~manufacturing 188 520 Manufac. of Press Cloth
    manufacturing 307 536 Smithy
    ~foundry_smelter 240 570 Cupola
    ~foundry_smelter 285 570 Moulding Rooms
    foundry_smelter 320 590 Iron Foundry
    ~manufacturing 360 601 Pattern Shop
    printing_facility 200 632 Litho. Dep'm't
    foundry_smelter|printing_facility 355 624 Type Foundry
    printing_facility|metal_plating 325 693 Electro Typing
    printing_facility 380 693 Printing
    manufacturing 250 703 Mach. Shop
    fuel_storage|chemical_warehouse 330 742 Benzine & Oil
    coal_storage 265 860 Coal Ho.
    ~printing_facility 418 770 Composing Room
    printing_facility 370 885 Printing Department
    printing_facility 200 910 Book Bindery
    ~printing_facility 360 985 D. APPLETON & CO. PUBLISHERS
    ~manufacturing|mining_quarry 640 458 STEAM STONE WORKS
    ~manufacturing 560 505 Stone Sawing
    manufacturing 735 684 McMILLAN & SONS' PULLEY BLOCK FAC.
    ~lumber_yard 680 600 Timber Stored
    ~lumber_yard 700 720 Timber Stored
    manufacturing|lumber_yard 555 708 Wood Working
    ~dry_cleaner|manufacturing 595 742 Carpet Cleaning
    manufacturing 620 747 Smithy
    chemical_manufacturing|manufacturing 590 812 SOAP FAC.
    ~chemical_manufacturing 590 830 Lye Tank
    tannery_leather_works 785 810 Morocco Leather Tannery
    manufactured_gas_plant 980 553 NASSAU GAS LIGHT CO.
    gas_holder_site 970 628 Gasometer
    ~manufactured_gas_plant 865 558 Valve Rm.
    ~manufacturing 1177 427 Wheelwright
    ~lumber_yard 88 890 Lumber
    ~lumber_yard 5 835 Lumber
    ~lumber_yard 25 920 Lumber
    ~lumber_yard 20 1178 LUMBER YARD
    lumber_yard 470 1065 Scattered Lumber
    lumber_yard|manufacturing 590 1027 Sawing & Planing Mill
    lumber_yard 735 1125 GOODWIN & CROSS LUMBER YARD
    ~lumber_yard 608 1228 Lumber Shed
    ~lumber_yard 735 1225 Lumber Shed
    ~lumber_yard 353 1228 Lumber
    lumber_yard 445 1350 CROOS, AUSTIN & CO. LUMBER YARD
    ~lumber_yard 600 1342 Lumber
    lumber_yard 828 1110 Lumber Shed
    ~lumber_yard 897 1080 Lumber Shed
    manufacturing 815 1247 Machine Shop
    cemetery 480 1558 U.S. NAVAL CEMETERY
    manufactured_gas_plant 640 1530 Formerly Used as Gas Generator
    tannery_leather_works 985 1585 MOROCCO FACT'Y
    textile_facility|tannery_leather_works 840 1657 Dyeing
    coal_storage 790 1795 Coal Ho.
    ~coal_storage 872 1752 Coal Storage
    dump|landfill 898 1868 Junk
    `,
  ),
  sheet(
    'brooklyn-1887',
    4,
    `
    manufacturing 315 196 COE'S CARRIAGE FAC.
    manufacturing 380 228 Bl.Sm.
    lumber_yard 390 578 LUMBER YARD
    ~manufacturing 472 633 Horse Shoer
    manufacturing 442 697 Truck & Wagon Maker
    manufacturing 292 710 Boiler Shop
    manufacturing 447 712 Machine Shop
    ~manufactured_gas_plant 762 379 PEOPLE'S GAS LIGHT CO'S
    gas_holder_site 772 391 Gasometer
    ~manufactured_gas_plant 1165 375 NASSAU GAS L'T CO.
    gas_holder_site 1157 387 Gasometer
    ~manufactured_gas_plant 705 390 Meter Rm.
    industrial_facility|manufacturing 700 483 WALLABOUT BREWERY
    ~industrial_facility|manufacturing 678 519 Brewery
    ~industrial_facility|manufacturing 785 612 Malt House
    ~industrial_facility 800 665 Kilns
    coal_storage 715 728 Wagon & Coal Shed
    ~manufacturing 790 729 Cooperage
    ~manufacturing 865 212 Horse Shoer
    dry_cleaner 1042 202 Laundry
    manufacturing 1128 285 Mach. Shop
    ~manufacturing 990 313 Shoe Shop
    manufacturing|industrial_facility 995 417 GUTTA PERCHA & RUBBER MFG. CO.
    ~manufacturing|industrial_facility 1010 478 THE GUTTA PERCHA & RUBBER MANUFACT'G CO.
    fuel_storage 1003 622 Oil Ho.
    ~manufacturing 1145 605 Milling, Blanket Grinding
    manufacturing 1140 645 Mach. Shop
    ~manufacturing 1055 682 Belt Shop
    lumber_yard|manufacturing 400 826 DUGAN'S SAWING, PLANING & MOULD'G MILL
    lumber_yard 497 942 Lumber Shed
    ~lumber_yard|wood_treatment 415 958 Steam Dry Kilns
    chemical_manufacturing|manufacturing 320 1088 J.A. BARRETT & CO. SOAP WORKS
    manufacturing|textile_facility 455 1115 Hat Forming
    ~manufacturing 635 1018 Wheelwright
    coal_storage 385 1298 Coal Shed
    coal_storage 337 1423 Coal Shed
    manufacturing|tannery_leather_works 885 870 Leather Goods Fact'y
    ~manufacturing 522 1455 Tinsm.
    manufacturing 345 1502 Drain Pipe Works
    ~manufacturing 327 1471 Kilns
    ~manufacturing 382 1505 Kilns
    manufacturing 1262 1400 Paper Box Factory
    ~manufacturing 1043 1417 Hat Shop
    textile_facility|manufacturing 832 1665 Jute Factory
    ~textile_facility|manufacturing 745 1722 Jute Fac.
    ~textile_facility 848 1737 Carding Room
    textile_facility|manufacturing 945 1725 Cordage Factory
    ~manufacturing 945 1755 Pattern Shop
    ~textile_facility|manufacturing 1093 1630 Cordage
    manufacturing 1040 1635 Bl.Sm. Bast.
    ~chemical_warehouse|chemical_manufacturing|manufactured_gas_plant|wood_treatment|industrial_facility 1220 1637 Tar House
    textile_facility|manufacturing 1255 1718 Rope Walk
    ~textile_facility|manufacturing 1045 1757 Twine Building
    ~textile_facility 1070 1677 Yarn Room
    coal_storage 918 1825 Coal
    `,
    true,
  ),
  sheet(
    'manhattan-1896',
    1,
    `
    ~manufacturing|mining_quarry 1250 310 Steam Stone Works
    coal_storage 1217 812 Coal Yard
    manufactured_gas_plant 1180 1655 CONSOLIDATED GAS COMP.
    ~manufactured_gas_plant 1350 1680 GAS COMP.
    gas_holder_site 1090 1720 Gas Holders
    manufactured_gas_plant 1178 1605 Purifying House
    ~manufactured_gas_plant 1290 1605 Washer & Condenser
    ~manufactured_gas_plant 1090 1605 Meter House
    ~manufactured_gas_plant 1340 1748 Gasogene House
    `,
  ),
  sheet(
    'manhattan-1896',
    2,
    `
    coal_storage 515 212 Coal Yard
    manufacturing|lumber_yard 612 226 Kindling-wood Factory
    ~lumber_yard 478 215 Storage of Laths
    coal_storage 737 315 Coal Yard
    coal_storage 868 213 Coal Yard
    transformer_storage_yard|wood_treatment|lumber_yard 880 311 Pole Yard
    ~manufacturing|mining_quarry 525 525 Steam Stone Works
    coal_storage 640 487 Coal Yard
    coal_storage 857 491 Coal Yard
    gas_holder_site 625 586 Gas-holder (Standard G. Co.)
    ~manufacturing|mining_quarry 88 810 Steam Stone Works
    coal_storage 530 863 Coal Yard
    lumber_yard 890 857 Second-hand Lumber Yard
    ~manufacturing|mining_quarry 175 1033 Marble Works
    ~manufacturing 55 1070 Block Factory
    ~manufacturing|mining_quarry 630 1052 Steam Stone Works
    ~manufacturing|mining_quarry 875 1090 Steam Stone Works
    coal_storage 1095 1065 Coal Yard
    ~manufacturing|mining_quarry 432 1355 Steam Stone Works
    coal_storage 540 1369 Coal Yard
    coal_storage 650 1460 Coal
    manufacturing 700 1430 Machine Shop
    manufacturing|lumber_yard 925 1420 Sash, Door & Blind Factory
    ~manufacturing|lumber_yard 1027 1420 Factory, of the same
    ~lumber_yard 1115 1430 Lumber
    ~manufacturing 487 1725 Iron Construct'n
    manufacturing|foundry_smelter 800 1748 East River Iron Works
    ~manufacturing|mining_quarry 550 1670 Steam Stone Works
    ~manufacturing|mining_quarry 975 1645 Steam Stone Works
    dump|landfill|agriculture 1268 1640 Manure Dump
    `,
    true,
  ),
  sheet(
    'manhattan-1896',
    3,
    `
    dump|landfill 1057 508 Rags & Junk
    gas_holder_site 222 1010 Gas Holder
    gas_holder_site 235 1110 Gas Holder
    manufactured_gas_plant 235 1180 STANDARD GAS-LIGHT CO'S WORKS
    manufactured_gas_plant|power_plant 192 1205 Generating House
    ~manufactured_gas_plant 268 1240 Purifying House
    ~manufactured_gas_plant|power_plant 377 1275 Generating House
    industrial_facility|manufacturing 563 1230 Ice Factory
    manufactured_gas_plant 465 1420 STANDARD GAS-LIGHT CO'S WORKS
    fuel_storage 520 1570 Naphtha Tanks
    ~manufacturing|mining_quarry 408 1130 Steam Stone Works
    coal_storage 1120 1407 Coal Yard
    manufacturing 1145 1565 Wire Factory
    ~foundry_smelter|manufacturing 1030 1498 Annealing House
    ~foundry_smelter|manufacturing 1108 1600 Annealing House
    manufacturing 885 1550 M'f'y of Bicycle Frames
    chemical_manufacturing|manufacturing 780 1657 Paint Works
    ~metal_plating|manufacturing 1060 1707 Cleaning House
    metal_plating 1153 1725 Japanning
    `,
  ),
  sheet(
    'manhattan-1896',
    4,
    `
    coal_storage 642 407 Coal Yard
    coal_storage 1297 510 Coal Yard
    gas_holder_site 378 1408 Gas-holders
    gas_holder_site 380 1772 Gas-holders
    manufactured_gas_plant 360 1560 Consolidated Gas Co.
    ~manufactured_gas_plant 607 1690 Consolidated Gas Co.
    coal_storage 672 1490 Coal Yard
    ~manufacturing 755 1380 Cooperage
    coal_storage 1000 1353 Coal
    ~coal_storage|lumber_yard 910 1510 Coal, Carp'r, Wood Shed
    coal_storage 910 1630 Coal
    chemical_manufacturing|manufacturing 1035 1565 Manufactory of Super-Carbonate of Soda
    `,
    true,
  ),
  sheet(
    'queens-1901',
    1,
    `
    cemetery 965 410 PROSPECT CEMETERY
    coal_storage 790 672 Coal Shed
    gas_holder_site 815 748 Gasometer 38' diameter, not used
    gas_holder_site 858 832 Gasometer 38' diameter, not used
    gas_holder_site 905 970 Gasometer diameter 100'
    ~manufactured_gas_plant 757 780 Retort Rm.
    ~manufactured_gas_plant 800 910 Meter Room
    ~manufacturing 840 812 Workshop
    manufacturing 297 1350 Blksm's & Wheelwright
    body_shop|chemical_warehouse|manufacturing 261 1413 Paints
    dry_cleaner 163 1489 Laundry
    manufacturing 200 1670 JORDAN CARRIAGE WORKS
    ~body_shop|chemical_warehouse|manufacturing 215 1682 Paints in 2d
    manufacturing 262 1672 Blksm.
    incinerator|dump 1285 915 BOROUGH OF QUEENS CREMATORY
    dump|incinerator|landfill 1250 970 Garbage Dump
    chemical_warehouse|agriculture|chemical_manufacturing 1010 1250 Fertilizer Storage Shed
    ~rail_yard 545 785 Freight Ho.
    ~rail_yard 535 1070 Passenger Depot
    ~industrial_facility 1150 1120 Ice House
    ~industrial_facility 555 1760 Dressed Beef Ho.
    ~agriculture|chemical_warehouse 160 1528 Feed & Agricultural Tools
    `,
  ),
  sheet(
    'queens-1901',
    2,
    `
    manufactured_gas_plant|power_plant 450 172 TOWN OF HEMPSTEAD GAS & ELECTRIC LIGHT CO.
    gas_holder_site 450 245 Gasometers
    power_plant 437 360 Electric Light Station
    coal_storage 475 420 Coal Bin
    ~coal_storage 493 480 Coal Bin
    rail_yard 450 528 Turn Table
    rail_yard|maintenance_facility 512 875 Car Sheds
    dry_cleaner 1052 470 Laundry
    ~rail_yard 470 1175 R.R. Station
    `,
  ),
  sheet(
    'queens-1901',
    3,
    `
    lumber_yard|dump|landfill 125 497 Lumber & Junk
    dump|landfill 125 580 Rag & Junk
    ~dump|landfill 90 550 Rags
    coal_storage 350 720 Coal Shed
    gas_holder_site 697 655 Gasometer cap'y 75,000 cub. feet
    manufactured_gas_plant|power_plant 770 560 HEMPSTEAD GAS & ELECTRIC CO.
    coal_storage 757 440 Coal Bin
    ~coal_storage 785 408 Coal Bin
    ~manufactured_gas_plant 775 460 Gas Generators
    ~manufactured_gas_plant 805 430 Purifiers
    manufacturing 1145 815 Blksm.
    manufacturing 1185 948 Carriage Works
    ~manufacturing 300 1680 Tool Shop
    coal_storage 102 1710 Coal Shed
    ~industrial_facility 30 245 Ice Mf'g Co.
    ~manufactured_gas_plant|power_plant 25 1372 Works
    ~coal_storage 75 1385 Coal Shed
    ~manufacturing|industrial_facility 560 1165 Hygienic Mineral Waters
    `,
    true,
  ),
];
