/**
 * Words that people choose as passwords, everywhere and in Italy. With digits and symbols around them, or with 3 for e
 * and the like, they cover most of the first guesses of attackers.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `
  aaaaaa abc abcd abcdef abcdefg access accesso admin administrator agosto alessandra alessandro
  alfaromeo alice amanda america amministratore amore amoremia amoremio amorino amour andrea
  andrew android angel angelo angels anna anthony antonio anything apollo apple april aprile
  apriti apritisesamo arsenal asdasd asdf asdfgh ashley asshole august aurora austin autumn
  autunno avengers azerty azienda azzurro baby babyboy babygirl backup bacon banana banca bank
  barcelona baseball basketball batman bear beatles believe believer benvenuto berlin bianco
  bienvenue bigdaddy birra birre bitch black blessed blink blue bologna bonjour boston brandon
  brother buongiorno burger business buster butterfly caffe cagliari cambiami candy card cassa
  catania cazzo champion changeit changeme charlie cheese chelsea cherry chiara chicago chicken
  chocolate christ christian ciao ciaociao ciaone cioccolato cisco claudia claudio cocacola coffee
  company computer contrasena control cookie corvette cosmos counterstrike cowboys cristian
  cucciola cucciolo cutie dakota dallas daniel daniela database davide debian december default
  demo destiny diamond dicembre dio diocane doggy dollar dolphin domenica domenico dragon
  dragonball drummer ducati eagle eagles earth edoardo edward elena elizabeth emanuele eminem
  energy england estate euro everything example fabio facebook falcon famiglia family father
  febbraio february federica federico ferrari filippo fiorentina firenze flower flowers football
  forever fortnite fortune forzainter forzajuve forzamilan forzanapoli forzaroma fragola france
  francesca francesco freedom friday frodo fuck fucker fuckoff fuckyou gabriele gabriella galaxy
  gandalf garfield geheim gennaio george germany gesu giacomo giallo ginger giorgia giovanna
  giovanni giovedi giugno giulia giuseppe god goku golden golfer google green guest guitar hacker
  hallo halo hamster hannah harley harrypotter heaven hello hellohello helpdesk hermione hockey
  hogwarts hola honda honey horse hulk hunter ilaria iloveu iloveyou ilovu instagram inter
  internet inverno iphone ironman itachi italia italiano italy january jasmine jedi jennifer
  jessica jesus jesuschrist jordan joshua july june jupiter justin juventus kawasaki killer kitten
  kitty lakers lamborghini lasagna laura lazio leonardo letmein letmepass linkedin linux lion
  liverpool lkjhgf login london lorenzo lovely loveme lover lovers loveyou luca lucky luckyme
  luglio luigi luna lunedi madison madonna maggie maggio mamma mammapapa manager manchester march
  marco maria mario marte martedi martina marzo maserati massimo master mastercard matrix matteo
  matthew maurizio mercedes merchant mercoledi mercury merda merlin metallica michael michelle
  mickey microsoft milan milano minecraft minnie mnbvcx monday money monica monkey monster
  motdepasse mother music musica mustang mypassword napoli naruto natalie negozio network
  newpassword newyork nicola nicole nintendo nirvana nothing november novembre nutella october
  office oiuytrewq oldpassword onepiece opensesame openup oracle orange ospite ottobre packers
  pagamenti pagamento palermo panther paola paolo papa paris parola parolachiave pasquale passe
  passw passwd password passwort pasta patrick payment payments paypal peaches peanut pepper pepsi
  phoenix piano piccola pietro pikachu pizza playstation poiuyt pokemon pony porco porcodio
  porsche potter power powerful primavera princess principessa private privato prova pumpkin puppy
  purple pussy puttana qazwsx queen qweasd qweasdzxc qweqwe qwerty qwertz raffaele raiders rainbow
  ramones rangers realmadrid redbull redsox riccardo richard robert roberta roberto roblox roma
  root rosso sabato safe salvatore samantha sample samsung samuele santo sara sardegna sasuke
  saturday saturn scooby secret secreto secure security segreto senha september server service
  sesame sesamo settembre sexy sexybaby shadow shit sicilia sicurezza signin silver silvia simone
  sister skywalker slipknot snoopy soccer sofia soldi sole something sonic spaghetti spiderman
  spring startrek starwars steelers stefania stefano stella stelle stellina steven strawberry
  stripe stronzo success sugar summer sunday sunshine superman support suzuki sweet sweetheart
  sweety system taylor teamo temp temporary tennis terminator tesoro test tester testing
  thepassword thomas thursday tiamo tiger tigger tiramisu tivoglio tommaso toor torino toyota
  trustme trustno tuesday twitter tyler ubuntu ufficio universe user username utente vader
  vaffanculo valentina vegeta venerdi venezia venus verde vespa victoria victory vincenzo vino
  visa wallet warcraft wednesday welcome whatever white william willkommen windows winner winter
  wolf wolverine yamaha yankees yellow yoda yourpassword youtube zelda zxcv zxcvbn zxczxc
  `
    .trim()
    .split(/\s+/),
)
